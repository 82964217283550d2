// Load whose results contain no known secret: a server may repeat headers, bodies and addresses in texts, errors and names.
// Everything that the load generator reports passes here, so that files, database and screens need no search.
import { knownSecretRedactor, rememberSecrets } from '#node/crash/known-secrets.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'

export function redactingRunner(runLoad: LoadRunner): LoadRunner {
  return async (plan, hooks, signal) => {
    rememberSecrets(plan.secrets ?? [])
    const redact = knownSecretRedactor()
    if (redact === null) return runLoad(plan, hooks, signal)
    const outcome = await runLoad(
      plan,
      {
        ...hooks,
        onRecords: (records) => hooks.onRecords(redact(records)),
        onProgress: (progress) => hooks.onProgress(redact(progress)),
        onWaiting: (waitsFor) => hooks.onWaiting?.(redact(waitsFor)),
      },
      signal,
    )
    return redact(outcome)
  }
}
