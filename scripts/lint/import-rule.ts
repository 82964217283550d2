// A rule that refuses imports by the folders of both files. Types included, because imported types are read, too.
import { dirname, join, relative } from 'node:path'
import type { Rule } from 'eslint'
import { inRepository } from '../repository.ts'

/** `refusal` returns why an import is refused, and null if it is allowed. */
export function importRule(
  refusal: (specifier: string, importer: string, isType: boolean) => string | null,
): Rule.RuleModule {
  return {
    create(context) {
      const check = (node: Rule.Node, source: { value?: unknown } | null | undefined) => {
        if (typeof source?.value !== 'string') return
        const message = refusal(source.value, context.filename, isTypeImport(node))
        if (message !== null) context.report({ node, message })
      }
      return {
        ImportDeclaration: (node) => check(node, node.source),
        ExportNamedDeclaration: (node) => check(node, node.source),
        ExportAllDeclaration: (node) => check(node, node.source),
        ImportExpression: (node) => check(node, 'value' in node.source ? node.source : null),
      }
    },
  }
}

/** `import type … from`; the parsers of types name it so. */
function isTypeImport(node: Rule.Node): boolean {
  return 'importKind' in node && node.importKind === 'type'
}

/** Imported file of our own; null for a package. */
export function targetOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#')) return inRepository(`src/${specifier.slice(1)}`)
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null
}

/** First two folders of a file below `root`. */
export function folderOf(file: string, root: string): readonly [first: string, second: string] {
  const [first = '', second = ''] = relative(root, file).split(/[\\/]/)
  return [first, second]
}
