// Prints advisories of a high level for what is shipped: node scripts/audit-shipped.ts. Exits with 1 for any, with 2 if the
// registry could not be asked. The bundles must be built.
import { runProgram } from './release/run-program.ts'
import { inRepository } from './repository.ts'
import { shippedAdvisories } from './shipped/advisories.ts'
import { shippedPackages } from './shipped/bundled-packages.ts'

const shipped = shippedPackages()
const audit = await npmAudit()
if (audit === null) {
  console.log('The registry could not be asked for advisories.')
  process.exitCode = 2
} else {
  const found = shippedAdvisories(audit, shipped)
  const count = `${shipped.length} shipped packages`
  console.log(found.length === 0 ? `No advisory of a high level for ${count}.` : `Of ${count}:`)
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}

/** npm exits with 1 if it finds anything; null if it found out nothing. */
async function npmAudit(): Promise<unknown> {
  const ignoringCode = ['-c', 'npm audit --json || true']
  try {
    const audit: unknown = JSON.parse(await runProgram('sh', ignoringCode, inRepository()))
    return typeof audit === 'object' && audit !== null && 'vulnerabilities' in audit ? audit : null
  } catch {
    return null
  }
}
