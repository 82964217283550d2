// Failures because of the model: where it comes from and what it is made of.
import type { FailurePattern } from './failure-pattern.ts'

export const modelFailures: readonly FailurePattern[] = [
  {
    id: 'gated-model',
    pattern: /GatedRepoError|gated repo|Access to model .* is restricted|403 Client Error/,
    text: 'failures.gatedModel',
  },
  {
    id: 'model-missing',
    pattern:
      /RepositoryNotFoundError|is not a valid model identifier|Invalid repository ID or local directory specified|Repository Not Found/,
    text: 'failures.noModel',
  },
  {
    id: 'hub-unreachable',
    pattern:
      /couldn't connect to|LocalEntryNotFoundError|Temporary failure in name resolution|MaxRetryError|ConnectTimeout|Network is unreachable/,
    text: 'failures.hubUnreachable',
  },
  {
    id: 'disk-full',
    pattern: /No space left on device|Not enough free disk space/,
    text: 'failures.diskFull',
  },
  {
    id: 'no-weights',
    pattern: /Cannot find any model weights with/,
    text: 'failures.noWeights',
  },
  {
    id: 'architecture-unsupported',
    pattern: /Model architectures? \[?.*?\]? (?:are|is) not supported|was supported in vLLM until/,
    text: 'failures.architecture',
  },
  {
    id: 'model-class-broken',
    pattern: /failed to be inspected/,
    text: 'failures.modelImport',
  },
  {
    id: 'own-code',
    pattern: /(?:set|pass|use|argument|option|allow)\b.{0,60}trust[-_]remote[-_]code=True/i,
    text: 'failures.remoteCode',
  },
]
