// Everything that can be known to go wrong before a server is launched.
import { flagRules } from './flag-rules.ts'
import type { LaunchPlan } from './launch-plan.ts'
import { memoryRules } from './memory-rules.ts'
import { parallelismRules } from './parallelism-rules.ts'
import type { ServeFinding, ServeRule } from './serve-rule.ts'
import { valueFindings } from './value-findings.ts'

const rules: readonly ServeRule[] = [...parallelismRules, ...memoryRules, ...flagRules]

/** Errors first. */
export function checkLaunch(plan: LaunchPlan): ServeFinding[] {
  const broken = rules.filter(({ broken }) => broken(plan)).map((rule) => finding(rule, plan))
  return [...valueFindings(plan), ...broken].toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  )
}

function finding({ flag, severity, message, remedy }: ServeRule, plan: LaunchPlan): ServeFinding {
  return {
    flag,
    severity,
    message: message(plan),
    remedy: typeof remedy === 'function' ? remedy(plan) : remedy,
  }
}
