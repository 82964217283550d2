// The order of what features export to a registry: by name, as Node and bundlers sort a namespace. A test runner keeps the order of the
// file, so that without this rule a test could see another order than a user.
import type { Rule } from 'eslint'

export const registryOrderRule: Rule.RuleModule = {
  create(context) {
    let last = ''
    return {
      ExportSpecifier(node) {
        const { exported } = node
        const name = exported.type === 'Identifier' ? exported.name : String(exported.value)
        if (name < last) context.report({ node, message: `List ${name} before ${last}: by name.` })
        last = name
      },
    }
  },
}
