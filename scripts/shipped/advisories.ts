// Advisories for what is shipped. `npm audit --omit=dev` would leave out most of it, and a plain audit reports tools that
// only build and test.
import { z } from 'zod'

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const

type Severity = (typeof severities)[number]

const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.enum(severities),
      range: z.string(),
      nodes: z.array(z.string()),
      via: z.array(z.union([z.string(), z.looseObject({ title: z.string(), url: z.string() })])),
    }),
  ),
})

/** One line for each shipped package with an advisory of at least this severity. `audit` is the output of `npm audit --json`. */
export function shippedAdvisories(
  audit: unknown,
  shipped: Iterable<Readonly<{ folder: string }>>,
  least: Severity = 'high',
): readonly string[] {
  const folders = new Set([...shipped].map(({ folder }) => folder))
  const { vulnerabilities } = auditSchema.parse(audit)
  return Object.values(vulnerabilities)
    .filter(({ severity }) => severities.indexOf(severity) >= severities.indexOf(least))
    .filter(({ nodes }) => nodes.some((node) => folders.has(node)))
    .map(({ name, severity, range, via }) => {
      const titles = via.map((each) =>
        typeof each === 'string' ? `through ${each}` : `${each.title} (${each.url})`,
      )
      return `${severity}: ${name} ${range}: ${titles.join('; ')}`
    })
}
