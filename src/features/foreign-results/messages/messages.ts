// Messages for imports of other benchmarks' files: why a file is not read, and how each tool defines its metrics.
export const foreignResultsMessages = {
  'files.fixToolKey': 'Choose a file that {tool} wrote, unchanged, or fix this key.',
  'files.genaiPerfCount':
    'Earlier versions of GenAI-Perf write no number of requests into their table. Import the JSON file of the same run, or add the line Request Count,N below Metric,Value.',
  'files.useJsonReport': 'is a table of {what} that lacks the duration or the counts of requests',
  'files.useJsonReport.remedy': 'Import the JSON or YAML report of the same run.',
  'files.unread': 'is a file of {name}: {why}',
  'files.unread.remedy': 'Import a file with the figures of a load on a server.',
  'files.unread.offline': 'it measures batches without a server, so no request has a latency',
  'files.unread.noTokens': 'it times whole HTTP requests, not tokens',
  'files.unread.startup': 'it measures how long a server takes to start, not a load',
  'files.unread.serverMetrics': 'it holds what the server reported, not the requests',
  'files.unread.perRequest': 'it lists requests without the figures of the run',
  'files.unread.summary': 'it restates the results of another tool; import the file of that tool',
  'files.unread.percentiles':
    'it lists percentiles without counts, and is read with benchmark_summary.json beside it',
  'tools.evalScope.tpot':
    'TPOT of EvalScope before 1.0 is the whole latency over all tokens; later it leaves out the first token, as here.',
  'tools.evalScope.median':
    'Latencies are imported if benchmark_percentile.json is beside the summary, which has no median. Tokens are the mean lengths times the requests.',
  'tools.aiperf.tpot':
    'TPOT is what AIPerf calls inter-token latency: the time after the first token of a request over the tokens after the first chunk, counted by its own tokenizer unless it was run with --use-server-token-count.',
  'tools.aiperf.itl':
    'ITL is what AIPerf calls inter-chunk latency: every gap between two stream events. A dash where it was not exported.',
  'tools.aiperf.e2el':
    'E2EL ends with the last event that has content. Token throughput is from the server’s token counts where the file has them.',
  'tools.genaiPerf.tpot':
    'TPOT is what GenAI-Perf calls inter-token latency: the time after the first token of a request over the tokens after it, counted by its own tokenizer.',
  'tools.genaiPerf.duration':
    'The file has no duration: it is the number of requests over their throughput. If it has no such number, both are of one measurement interval. Tokens are the mean lengths times the requests.',
  'tools.llmperf.tpot':
    'llmperf’s inter-token latency includes the first token and is left out; TTFT and E2EL are defined as here.',
  'tools.llmperf.duration':
    'The duration is the number of completed requests over their rate. Tokens are the mean lengths times the requests, counted by a Llama tokenizer.',
  'tools.guidellm.tpot':
    'TPOT is computed from the requests in the file, by what GuideLLM calls inter-token latency. Its own TPOT also counts the first token and is left out.',
  'tools.guidellm.itl':
    'ITL is GuideLLM’s: the mean is over all tokens; median and percentiles are over the means of requests, weighted by their tokens.',
  'tools.guidellm.throughput':
    'Throughput counts requests that completed within the measured window, over its duration. Requests cut off at its end count as neither completed nor failed.',
  'tools.inferencePerf.tpot':
    'TPOT is over the output tokens that inference-perf’s own tokenizer counts, unless it was set to use the server’s count.',
  'tools.inferencePerf.itl':
    'ITL is between tokens: gaps of tokens that arrived in one stream event are 0.',
  'tools.inferencePerf.throughput':
    'Token throughput is the server’s token count over the duration; inference-perf reports its tokenizer’s.',
  'tools.inferenceBenchmarker.tpot':
    'TPOT is what inference-benchmarker calls inter-token latency, a mean of each request.',
  'tools.inferenceBenchmarker.median':
    'Latencies are imported from files that state a median; earlier versions write the mean and two percentiles alone. The warm-up is left out.',
  'tools.llmd.tool':
    'llm-d restates the figures of the tool that sent the load; TPOT and ITL are defined as in that tool.',
  'tools.llmd.duration':
    'The duration is the completed requests over their rate, or that of the experiment. Tokens are the mean lengths times the requests.',
  'tools.mlperf.window':
    'Figures are of the steady-state window, whose duration is an issue time; throughput is not that of a whole run.',
  'tools.mlperf.lacks':
    'The file states neither the concurrency nor the input tokens; point.yaml beside it has the concurrency.',
  'tools.tensorrt.process':
    'trtllm-bench measures the engine in its own process: TTFT and E2EL have no HTTP, no tokenizer and no network in them.',
  'tools.tensorrt.counts':
    'Tokens are the mean lengths times the requests. Failed requests are not reported.',
  'tools.sglang.same':
    'TTFT, TPOT, ITL and throughput are defined as in vLLM. The file names no model unless the server is SGLang.',
} as const
