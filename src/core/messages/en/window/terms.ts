// Terms that the window explains. Meanings match docs/glossary.md; a test compares the two.

type Entry = Readonly<{ name: string; meaning: string; spelled?: readonly string[] }>

export const terms = {
  backlog: {
    name: 'backlog',
    meaning:
      'share of the requests sent at a steady rate that the server has not completed in step',
  },
  baseline: { name: 'baseline', meaning: 'the run or configuration that others are compared with' },
  burstiness: {
    name: 'burstiness',
    meaning:
      'shape of the gamma distribution of gaps between requests: 1 is Poisson, below 1 burstier, above 1 smoother',
  },
  capacity: { name: 'capacity', meaning: 'the highest load at which every limit of a sweep holds' },
  clientQueueTime: {
    name: 'client queue time',
    meaning:
      'from the scheduled time of a request until it is sent: the wait under the concurrency limit, ms',
    spelled: ['client queue time', 'client queue'],
  },
  closedLoop: {
    name: 'closed loop',
    meaning: 'the next request waits for a response (rate inf with a max concurrency)',
  },
  concurrency: {
    name: 'concurrency',
    meaning: 'requests in flight at a moment; max concurrency holds back requests beyond a limit',
    spelled: ['max concurrency', 'concurrency', 'in flight'],
  },
  e2el: {
    name: 'E2EL',
    meaning: 'end-to-end latency: from sending a request to its last token, ms',
    spelled: ['E2EL', 'end-to-end latency'],
  },
  goodput: {
    name: 'goodput',
    meaning: 'requests per second that meet every limit on their latencies',
    spelled: ['goodput', 'good requests/s'],
  },
  interval: {
    name: 'interval',
    meaning: 'the range that holds the true value with 95 % confidence, as far as one run can show',
    spelled: ['95 % interval', 'interval'],
  },
  itl: {
    name: 'ITL',
    meaning: 'inter-token latency: gap between two successive token events of a request, ms',
    spelled: ['ITL', 'inter-token latency'],
  },
  judgement: {
    name: 'judgement',
    meaning:
      'how reliable a run is: valid, caution or not usable, with every reason, most severe first',
    spelled: ['not usable', 'reliability'],
  },
  knee: {
    name: 'knee',
    meaning: 'the load beyond which latency rises much faster than throughput',
  },
  kvCache: {
    name: 'KV cache',
    meaning:
      'GPU memory of the server for the keys and values of tokens; when it is full, requests wait or are preempted',
  },
  openLoop: {
    name: 'open loop',
    meaning: 'requests are sent on schedule whatever the server does',
  },
  percentile: {
    name: 'percentile',
    meaning: 'the value that a share of all values does not exceed: p99 is that of 99 in 100',
    spelled: ['percentile', 'p50', 'p75', 'p90', 'p95', 'p99', 'p99.9'],
  },
  pooling: {
    name: 'pooling',
    meaning: 'reading a prompt and returning vectors or scores: embeddings, pooling, reranking',
  },
  prefixCache: {
    name: 'prefix cache',
    meaning:
      'computed prompt beginnings that the server keeps; a repeated prompt is answered faster than a new one',
    spelled: ['prefix cache', 'cache-polluted'],
  },
  probe: {
    name: 'probe',
    meaning: 'a request for one token, sent beside the load to measure what a light user sees',
    spelled: ['probes', 'probe'],
  },
  readLag: {
    name: 'read lag',
    meaning:
      'how long data lay in the socket before the client read it, as the client estimates it',
  },
  requestRate: {
    name: 'request rate',
    meaning: 'the requested rate, requests per second: --request-rate',
  },
  roundTrip: {
    name: 'round trip',
    meaning: 'time of a small request on an open connection, before a run, ms',
  },
  rtfx: { name: 'RTFx', meaning: 'seconds of audio transcribed per second of the run' },
  saturated: {
    name: 'saturated',
    meaning: 'the server completes fewer requests than arrive, so the backlog grows',
    spelled: ['saturated', 'saturation'],
  },
  sendLag: { name: 'send lag', meaning: 'how late a request was sent, relative to its offset' },
  simulated: {
    name: 'simulated',
    meaning: 'measured on the built-in simulator; marked everywhere',
  },
  stall: {
    name: 'stall',
    meaning: 'a gap of 0.5 s or more between two tokens of a request',
    spelled: ['stalls', 'stall'],
  },
  steadyState: {
    name: 'steady state',
    meaning: 'the part of a run in which the number of requests in flight is near its target',
    spelled: ['steady state', 'steady load'],
  },
  telemetry: {
    name: 'telemetry',
    meaning: 'metrics of the server and its GPUs, sampled about once a second during a run',
  },
  thinkTime: {
    name: 'think time',
    meaning: 'pause of a user between a response and the next turn of a conversation, ms',
  },
  tpot: {
    name: 'TPOT',
    meaning: 'time per output token after the first: (E2EL − TTFT) / (output tokens − 1), ms',
    spelled: ['TPOT', 'time per output token'],
  },
  trace: {
    name: 'trace',
    meaning: 'a recording of request times and lengths, replayed as a workload',
  },
  trajectory: {
    name: 'trajectory',
    meaning: 'the steps of an agent on one task: model calls and tool calls, one after the other',
    spelled: ['trajectory', 'trajectories'],
  },
  ttfo: {
    name: 'TTFO',
    meaning:
      'time to first output token: from sending a request to the first token after its reasoning, ms',
  },
  ttft: {
    name: 'TTFT',
    meaning: 'time to first token: from sending a request to its first token event, ms',
    spelled: ['TTFT', 'time to first token'],
  },
  verdict: {
    name: 'verdict',
    meaning: 'result of a comparison of two figures: better, worse, same or unclear',
    spelled: ['verdict', 'unclear'],
  },
  warmUp: {
    name: 'warm-up',
    meaning:
      'load before the measured part: a number of requests, or the same load without a pause',
  },
} as const satisfies Readonly<Record<string, Entry>>
