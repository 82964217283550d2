// Failures because of the model: where it comes from and what it is made of.
import type { FailurePattern } from './failure-pattern.ts'

export const modelFailures: readonly FailurePattern[] = [
  {
    id: 'gated-model',
    pattern: /GatedRepoError|gated repo|Access to model .* is restricted|403 Client Error/,
    title: 'The model is only given to those who accept its licence',
    remedy: 'Accept the licence on its page, and give HF_TOKEN as a secret.',
  },
  {
    id: 'model-missing',
    pattern:
      /RepositoryNotFoundError|is not a valid model identifier|Invalid repository ID or local directory specified|Repository Not Found/,
    title: 'There is no such model',
    remedy: 'Check its id or path; a private one needs HF_TOKEN.',
  },
  {
    id: 'hub-unreachable',
    pattern:
      /couldn't connect to|LocalEntryNotFoundError|Temporary failure in name resolution|MaxRetryError|ConnectTimeout|Network is unreachable/,
    title: 'The host cannot reach Hugging Face',
    remedy:
      'Check its network or proxy, set HF_ENDPOINT, or put the model there first and set HF_HUB_OFFLINE=1.',
  },
  {
    id: 'disk-full',
    pattern: /No space left on device|Not enough free disk space/,
    title: 'The disk is full',
    remedy: 'Free space, or set HF_HOME to a larger disk.',
  },
  {
    id: 'no-weights',
    pattern: /Cannot find any model weights with/,
    title: 'There are no weights in it',
    remedy: 'Check the revision, the --load-format, and whether the download finished.',
  },
  {
    id: 'architecture-unsupported',
    pattern: /Model architectures? \[?.*?\]? (?:are|is) not supported|was supported in vLLM until/,
    title: 'This vLLM does not know the architecture',
    remedy: 'Use the version that does, or try --model-impl transformers.',
  },
  {
    id: 'model-class-broken',
    pattern: /failed to be inspected/,
    title: "The model's class could not be imported",
    remedy: 'Look for the import error above it: most often a package is missing.',
  },
  {
    id: 'own-code',
    pattern: /(?:set|pass|use|argument|option|allow)\b.{0,60}trust[-_]remote[-_]code=True/i,
    title: 'The model brings code of its own',
    remedy: 'Turn --trust-remote-code on if you trust it.',
  },
]
