// Progress of a start, line by line. Phases only advance, because processes log concurrently.
import { type StartupFacts, type StartupPhase, startupPhases } from '#core/model/launch.ts'

/**
 * Patterns for the log of a starting server: its phase, facts, and progress within the phase. They cover the wordings
 * of versions 0.8 to 0.28.
 */
type Groups = Readonly<Record<string, string | undefined>>

type StartupPattern = Readonly<{
  phase: StartupPhase
  pattern: RegExp
  facts?: (groups: Groups) => StartupFacts
  /** Progress of the phase, 0–1. */
  progress?: (groups: Groups) => number
}>

const number = (text: string | undefined) => Number(text?.replaceAll(',', ''))
const percent = ({ percent: text }: Groups) => number(text) / 100

const startupPatterns: readonly StartupPattern[] = [
  { phase: 'import', pattern: /^Kneepoint: the image is there\.$/ },
  { phase: 'import', pattern: /^Status: (?:Downloaded newer image|Image is up to date) for / },
  {
    phase: 'boot',
    pattern: /(?:^\s*█.*|vLLM (?:API )?server )version\s+(?<version>[^,\s]+)/,
    facts: ({ version = '' }) => ({ version }),
  },
  { phase: 'boot', pattern: /^non-default args: / },
  {
    phase: 'config',
    pattern: /^Resolved architecture: (?<architecture>\S+)/,
    facts: ({ architecture = '' }) => ({ architecture }),
  },
  {
    phase: 'config',
    pattern: /^Using max model len (?<length>\d+)/,
    facts: ({ length }) => ({ maxModelLen: number(length) }),
  },
  {
    phase: 'config',
    pattern: /^Chunked prefill is enabled with max_num_batched_tokens=(?<tokens>\d+)/,
    facts: ({ tokens }) => ({ maxNumBatchedTokens: number(tokens) }),
  },
  {
    phase: 'engine',
    pattern: /^Initializing a V1 LLM engine \(v(?<version>[^)]+)\)/,
    facts: ({ version = '' }) => ({ version }),
  },
  {
    phase: 'engine',
    pattern:
      /^Using (?:AttentionBackendEnum\.)?(?<backend>[A-Z][A-Z0-9_]+) (?:attention )?backend\b/,
    facts: ({ backend = '' }) => ({ attentionBackend: backend }),
  },
  {
    phase: 'engine',
    pattern: /^Using (?<backend>[A-Z][\w ]+?) backend on V1 engine/,
    facts: ({ backend = '' }) => ({ attentionBackend: backend }),
  },
  {
    phase: 'weights',
    pattern: /^(?:Starting to load model .+?\.\.\.|Loading model from scratch\.\.\.)/,
  },
  {
    phase: 'weights',
    pattern: /^Time spent downloading weights for \S+: (?<seconds>[\d.]+) seconds/,
    facts: ({ seconds }) => ({ downloadS: number(seconds) }),
  },
  {
    phase: 'weights',
    pattern: /Loading (?:(?!Loading ).)*?checkpoint shards:\s+(?<percent>\d+)% Completed/,
    progress: percent,
  },
  {
    phase: 'weights',
    pattern: /^Prefetching checkpoint files: (?<percent>\d+)%/,
    progress: percent,
  },
  {
    phase: 'weights',
    pattern: /^Model loading took (?<size>[\d.]+) Gi?B(?: memory)? and (?<seconds>[\d.]+) seconds/,
    facts: ({ size, seconds }) => ({ weightsGiB: number(size), loadS: number(seconds) }),
  },
  { phase: 'compile', pattern: /^Using cache directory: .+ for vLLM's torch\.compile/ },
  { phase: 'compile', pattern: /^Dynamo bytecode transform time: / },
  {
    phase: 'compile',
    pattern: /^Directly load (?:the compiled graph|AOT compilation)/,
    facts: () => ({ isCompileCached: true }),
  },
  {
    phase: 'compile',
    pattern: /^Compiling a graph for .+? takes /,
    facts: () => ({ isCompileCached: false }),
  },
  {
    phase: 'compile',
    pattern: /^torch\.compile (?:takes|took) (?<seconds>[\d.]+) s in total/,
    facts: ({ seconds }) => ({ compileS: number(seconds) }),
  },
  { phase: 'profile', pattern: /^Initial profiling\/warmup run took / },
  { phase: 'profile', pattern: /^(?:Profiling|Estimated) CUDA graph memory: / },
  {
    phase: 'kv-cache',
    pattern: /^Available KV cache memory: (?<size>-?[\d.]+) GiB/,
    facts: ({ size }) => ({ kvCacheGiB: number(size) }),
  },
  {
    phase: 'kv-cache',
    pattern: /GPU KV cache size: (?<tokens>[\d,]+) tokens/,
    facts: ({ tokens }) => ({ kvCacheTokens: number(tokens) }),
  },
  {
    phase: 'kv-cache',
    pattern: /Maximum concurrency for [\d,]+ tokens per request: (?<requests>[\d.]+)x/,
    facts: ({ requests }) => ({ maxConcurrency: number(requests) }),
  },
  {
    phase: 'kv-cache',
    pattern: /^Auto-fit max_model_len: reduced from \d+ to (?<length>\d+)/,
    facts: ({ length }) => ({ maxModelLen: number(length) }),
  },
  {
    phase: 'graphs',
    pattern: /Capturing CUDA graphs?(?: shapes)? ?(?:\([^)]*\))?:\s+(?<percent>\d+)%/,
    progress: percent,
  },
  {
    phase: 'graphs',
    pattern: /^Graph capturing finished in (?<seconds>[\d.]+) secs, took (?<size>-?[\d.]+) GiB/,
    facts: ({ seconds, size }) => ({ graphCaptureS: number(seconds), graphsGiB: number(size) }),
  },
  {
    phase: 'opening',
    pattern: /^init engine \(profile, create kv cache, warmup model\) took (?<seconds>[\d.]+) s/,
    facts: ({ seconds }) => ({ initS: number(seconds) }),
  },
  { phase: 'opening', pattern: /Starting vLLM (?:API )?server (?:\d+ )?on \S+/ },
  {
    phase: 'opening',
    pattern: /Application startup complete\.|OpenAI server is ready to accept requests/,
  },
]

type PhaseEntry = Readonly<{ phase: StartupPhase; atMs: number }>

export type StartupProgress = Readonly<{
  phase: StartupPhase
  /** Progress of the current phase, 0–1; null if the log does not show it. */
  progress: number | null
  /** First time of each phase in the log, by the reader's clock. */
  entered: readonly PhaseEntry[]
  facts: StartupFacts
}>

export function beginStartup(atMs: number, phase: StartupPhase = 'import'): StartupProgress {
  return { phase, progress: null, entered: [{ phase, atMs }], facts: {} }
}

export function afterLine(before: StartupProgress, message: string, atMs: number): StartupProgress {
  let now = before
  for (const known of startupPatterns) {
    const match = known.pattern.exec(message)
    if (match !== null) now = after(now, known, { groups: match.groups ?? {}, atMs })
  }
  return now
}

type Heard = Readonly<{ groups: Readonly<Record<string, string>>; atMs: number }>

function after(
  before: StartupProgress,
  { phase, facts, progress }: StartupPattern,
  { groups, atMs }: Heard,
): StartupProgress {
  const reported = { ...before, facts: { ...before.facts, ...facts?.(groups) } }
  const order = startupPhases.indexOf(phase) - startupPhases.indexOf(before.phase)
  if (order < 0) return reported
  const share = progress?.(groups) ?? null
  if (order === 0) return { ...reported, progress: share ?? before.progress }
  return { ...reported, phase, progress: share, entered: [...before.entered, { phase, atMs }] }
}
