// Refuses imports by their specifier; each refusal names the right door.
import type { Rule } from 'eslint'
import { importRule } from './import-rule.ts'

export type Door = Readonly<{
  /** Matches the specifiers that are refused. */
  regex: string
  message: string
  allowTypeImports?: boolean
}>

export const doorRule: Rule.RuleModule = {
  meta: { schema: [{ type: 'array', items: { type: 'object' } }] },
  create(context) {
    const doors = (context.options[0] as readonly Door[]).map((door) => ({
      ...door,
      refuses: new RegExp(door.regex, 'u'),
    }))
    return importRule((specifier, _importer, isType) => {
      const door = doors.find(
        ({ refuses, allowTypeImports }) =>
          refuses.test(specifier) && !(isType && allowTypeImports === true),
      )
      return door?.message ?? null
    }).create(context)
  },
}
