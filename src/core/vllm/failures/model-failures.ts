// Failures because of the model: where it comes from and what it is made of.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const modelFailures: readonly FailurePattern[] = [
  {
    id: 'gated-model',
    pattern: /GatedRepoError|gated repo|Access to model .* is restricted|403 Client Error/,
    title: message('failures.gatedModel'),
    remedy: message('failures.gatedModel.remedy'),
  },
  {
    id: 'model-missing',
    pattern:
      /RepositoryNotFoundError|is not a valid model identifier|Invalid repository ID or local directory specified|Repository Not Found/,
    title: message('failures.noModel'),
    remedy: message('failures.noModel.remedy'),
  },
  {
    id: 'hub-unreachable',
    pattern:
      /couldn't connect to|LocalEntryNotFoundError|Temporary failure in name resolution|MaxRetryError|ConnectTimeout|Network is unreachable/,
    title: message('failures.hubUnreachable'),
    remedy: message('failures.hubUnreachable.remedy'),
  },
  {
    id: 'disk-full',
    pattern: /No space left on device|Not enough free disk space/,
    title: message('failures.diskFull'),
    remedy: message('failures.diskFull.remedy'),
  },
  {
    id: 'no-weights',
    pattern: /Cannot find any model weights with/,
    title: message('failures.noWeights'),
    remedy: message('failures.noWeights.remedy'),
  },
  {
    id: 'architecture-unsupported',
    pattern: /Model architectures? \[?.*?\]? (?:are|is) not supported|was supported in vLLM until/,
    title: message('failures.architecture'),
    remedy: message('failures.architecture.remedy'),
  },
  {
    id: 'model-class-broken',
    pattern: /failed to be inspected/,
    title: message('failures.modelImport'),
    remedy: message('failures.modelImport.remedy'),
  },
  {
    id: 'own-code',
    pattern: /(?:set|pass|use|argument|option|allow)\b.{0,60}trust[-_]remote[-_]code=True/i,
    title: message('failures.remoteCode'),
    remedy: message('failures.remoteCode.remedy'),
  },
]
