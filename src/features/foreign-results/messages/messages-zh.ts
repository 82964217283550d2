import type { Translation } from '#core/messages/template.ts'
import type { foreignResultsMessages } from './messages.ts'

export const foreignResultsMessagesZh = {
  'files.fixToolKey': '请选择 {tool} 写出、未经改动的文件，或修正该键。',
  'files.genaiPerfCount':
    'GenAI-Perf 的早期版本不在表格中写请求数。请导入同一次运行的 JSON 文件，或在 Metric,Value 下添加一行 Request Count,N。',
  'files.useJsonReport': '是 {what} 的表格，但没有时长或请求数',
  'files.useJsonReport.remedy': '请导入同一次运行的 JSON 或 YAML 报告。',
  'files.unread': '是 {name} 的文件：{why}',
  'files.unread.remedy': '请导入含有服务器压测数据的文件。',
  'files.unread.offline': '它在没有服务器的情况下测量批处理，请求没有延迟数据',
  'files.unread.noTokens': '它只测量整个 HTTP 请求的时间，而非 token',
  'files.unread.startup': '它测量服务器的启动时间，而非负载',
  'files.unread.serverMetrics': '它保存的是服务器上报的指标，而非请求',
  'files.unread.perRequest': '它只列出请求，没有整次运行的数据',
  'files.unread.summary': '它转述另一工具的结果；请导入该工具的文件',
  'files.unread.percentiles':
    '它只有分位数，没有请求数；导入同目录的 benchmark_summary.json 时会一并读取',
  'tools.evalScope.tpot':
    'EvalScope 1.0 之前的 TPOT 是整个延迟除以全部 token；之后与本工具一样不计首 token。',
  'tools.evalScope.median':
    '摘要没有中位数，所以仅当同目录有 benchmark_percentile.json 时导入延迟。token 数为平均长度乘以请求数。',
  'tools.aiperf.tpot':
    'TPOT 即 AIPerf 的 inter-token latency：单个请求首 token 之后的时间除以首个 chunk 之后的 token 数；除非使用了 --use-server-token-count，否则按其自己的 tokenizer 计数。',
  'tools.aiperf.itl':
    'ITL 即 AIPerf 的 inter-chunk latency：相邻两个流式事件的间隔。未导出时显示为短横线。',
  'tools.aiperf.e2el':
    'E2EL 以最后一个含内容的事件为终点。文件含服务端 token 数时，token 吞吐据其计算。',
  'tools.genaiPerf.tpot':
    'TPOT 即 GenAI-Perf 所称的 inter-token latency：请求首 token 之后的时间除以其后的 token 数，按其自身的分词器计数。',
  'tools.genaiPerf.duration':
    '文件没有时长：由请求数除以请求吞吐得出；若没有请求数，两者均取自一个测量区间。token 数为平均长度乘以请求数。',
  'tools.llmperf.tpot':
    'llmperf 的 inter-token latency 包含首 token，故不采用；TTFT 和 E2EL 的定义与此处相同。',
  'tools.llmperf.duration':
    '时长由完成的请求数除以其速率得出。token 数为平均长度乘以请求数，按 Llama 分词器计数。',
  'tools.guidellm.tpot':
    'TPOT 由文件中的各请求按 GuideLLM 的 inter-token latency 计算。GuideLLM 自己的 TPOT 把首 token 也计入，故未采用。',
  'tools.guidellm.itl':
    'ITL 采用 GuideLLM 的定义：均值覆盖所有 token；中位数与百分位取自各请求的均值，按 token 数加权。',
  'tools.guidellm.throughput':
    '吞吐为测量窗口内完成的请求除以窗口时长。窗口结束时被截断的请求既不算完成，也不算失败。',
  'tools.inferencePerf.tpot':
    'TPOT 按 inference-perf 自己的 tokenizer 统计的输出 token 计算，除非设置为采用服务端的计数。',
  'tools.inferencePerf.itl': 'ITL 为相邻 token 的间隔：同一流式事件中的 token 间隔记为 0。',
  'tools.inferencePerf.throughput':
    'token 吞吐为服务端统计的 token 数除以时长；inference-perf 报告的是其 tokenizer 的计数。',
  'tools.inferenceBenchmarker.tpot':
    'TPOT 即 inference-benchmarker 所称的 inter-token latency，为各请求的均值。',
  'tools.inferenceBenchmarker.median':
    '仅当文件含中位数时才导入延迟；早期版本只写均值和两个百分位。不含预热。',
  'tools.llmd.tool': 'llm-d 转述发压工具的数据；TPOT 与 ITL 的定义以该工具为准。',
  'tools.llmd.duration':
    '时长为完成的请求数除以其速率，否则为整个实验的时长。token 数为平均长度乘以请求数。',
  'tools.mlperf.window': '数据取自稳态窗口，其时长按发出时间计；吞吐并非整次运行的吞吐。',
  'tools.mlperf.lacks': '文件不含并发数与输入 token 数；并发数在同目录的 point.yaml 中。',
  'tools.tensorrt.process':
    'trtllm-bench 在自身进程内测量引擎：TTFT 与 E2EL 不含 HTTP、分词器和网络。',
  'tools.tensorrt.counts': 'token 数为平均长度乘以请求数。文件不报告失败的请求。',
  'tools.sglang.same':
    'TTFT、TPOT、ITL 和吞吐的定义与 vLLM 相同。仅当服务端为 SGLang 时文件才含模型名。',
} satisfies Translation<typeof foreignResultsMessages>
