// The walls of features: only the feature itself and files features.ts import src/features/NAME, so that it can be deleted.
import { basename } from 'node:path'
import type { Rule } from 'eslint'
import { inRepository } from '../repository.ts'
import { folderOf, importRule, targetOf } from './import-rule.ts'

const features = inRepository('src/features')

/** Name of the feature that a path belongs to; null outside src/features. */
function featureOf(path: string): string | null {
  const [name] = folderOf(path, features)
  return name === '..' ? null : name
}

function refusal(specifier: string, importer: string): string | null {
  const target = targetOf(specifier, importer)
  const name = target === null ? null : featureOf(target)
  const own = featureOf(importer)
  if (name === null || name === own) return null
  if (own === null && basename(importer) === 'features.ts') return null
  return (
    `Only the feature itself and files features.ts import src/features/${name}, so that it can be deleted. ` +
    'Move what both need to the base, or let the feature register it.'
  )
}

export const featureRule: Rule.RuleModule = importRule(refusal)
