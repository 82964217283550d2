// 各参数在表单中的名称和一句话说明；英文与参数定义放在一起。
import type { FlagTexts, FlagUnits } from '../../flag-texts.ts'
import { agentFlags } from './agent-flags.ts'
import { loadPlaceFlags } from './load-place-flags.ts'

export const flags: FlagTexts = {
  backend: { label: 'API', summary: '使用哪种 API，也就决定了请求的是文本、向量还是分数。' },
  baseUrl: {
    label: '基础 URL',
    summary: '服务器地址，不含端点；取代主机和端口。重复给出即把负载分摊到多台服务器。',
  },
  otherBaseUrls: {
    label: '其他基础 URL',
    summary: '提供同一模型的其他服务器，负载会分摊到所有服务器；用空格分隔。',
  },
  urlStrategy: {
    label: '请求发往的 URL',
    summary: '有多个基础 URL 时：轮流、发给在途请求最少的，或按会话固定。',
  },
  host: { label: '主机', summary: '服务器所在主机。' },
  port: { label: '端口', summary: '服务器监听的端口。' },
  endpoint: { label: '端点', summary: '请求发往的路径；使用非补全类后端时需另行设置。' },
  header: { label: '附加请求头', summary: '随每个请求发送的请求头，每行一个 KEY=VALUE。' },
  insecure: { label: '跳过证书校验', summary: '不校验服务器的 TLS 证书。' },
  model: { label: '模型', summary: '请求的模型；不填则用服务器列出的第一个。' },
  servedModelName: {
    label: '服务端模型名',
    summary: '该模型在服务器上的名称（与 --model 不同时填写）。',
  },
  tokenizer: {
    label: '分词器',
    summary: '用于生成提示词并统计 token 的分词器：文件夹、文件或模型名。',
  },
  tokenizerMode: {
    label: '分词器文件',
    summary:
      'mistral 读取 Mistral 的 tekken.json，deepseek_v32 按 DeepSeek V3.2 的格式编排对话；其余选项效果相同。',
  },
  loraModules: {
    label: 'LoRA 适配器',
    summary: '服务器已加载的 LoRA 适配器，用空格分隔；每个请求使用其中之一，而非模型本身。',
  },
  loraAssignment: {
    label: '适配器的分配',
    summary: '请求使用哪个适配器：按种子随机，或依次轮换。',
  },
  gpuMetricsUrl: {
    label: 'GPU 指标地址',
    summary:
      '从 DCGM、AMD 或其他 Prometheus exporter 采样服务器的 GPU，而不用 nvidia-smi；用空格分隔。',
  },
  gpuMetricsGpus: {
    label: '采样的 GPU',
    summary: '采样这些 exporter 的哪些 GPU：编号、UUID、主机或“主机:编号”；默认全部。',
  },
  skipTokenizerInit: { label: '不用分词器', summary: '不使用分词器，也不报告需要分词器的数据。' },
  datasetName: {
    label: '数据集',
    summary: '提示词来源：随机生成、已有记录，或自己的文件（custom）。',
  },
  datasetPath: { label: '数据集路径', summary: '数据集所在的路径；sonnet 不填则用自带的诗。' },
  numPrompts: {
    label: '请求数',
    summary: '发送多少请求；custom 类、spec_bench 与 speed_bench 填 0 表示发送全部行。',
  },
  seed: { label: '种子', summary: '所有随机内容的种子：提示词、长度与到达时间。' },
  inputLen: { label: '输入长度（任意数据集）', summary: '提示词长度，取代以数据集命名的参数。' },
  outputLen: { label: '输出长度（任意数据集）', summary: '输出长度，取代以数据集命名的参数。' },
  maxModelLen: { label: 'token 总数上限', summary: '舍弃提示词与输出合计超过该 token 数的请求。' },
  noOversample: { label: '不重复取样', summary: '数据集太小时少发请求，而不是重复取样。' },
  disableShuffle: { label: '保持文件顺序', summary: '按文件中的顺序取行。' },
  skipChatTemplate: {
    label: '跳过对话模板',
    summary: '原样发送 custom 与 speed_bench 的提示词，不套用模型的对话模板。',
  },
  chatTemplateKwargs: {
    label: '模板变量',
    summary: 'custom 与 speed_bench 对话模板的变量，写成 JSON，如 {"enable_thinking": false}。',
  },
  randomInputLen: { label: '输入长度', summary: '每个提示词的 token 数，不含前缀。' },
  randomOutputLen: { label: '输出长度', summary: '每个请求生成的 token 数。' },
  randomRangeRatio: {
    label: '长度浮动',
    summary: '长度在设定值的 (1 − R) 到 (1 + R) 倍之间均匀变化。',
  },
  randomPrefixLen: { label: '共享前缀', summary: '所有提示词共同的开头，以 token 计。' },
  randomCacheHitFraction: {
    label: '命中缓存的提示词比例',
    summary: '随机 token id：以同一缓存前缀开头的提示词所占的比例。',
  },
  randomCacheRatio: {
    label: '提示词中缓存的部分',
    summary: '随机 token id：缓存前缀在这类提示词中所占的比例。',
  },
  randomBatchSize: {
    label: '每个请求的提示词数',
    summary: '随机数据集：一个请求里包含的提示词数，或待排序的文档数。',
  },
  noReranker: {
    label: '分别读取查询与文档',
    summary: '随机重排：模型分别读取查询与文档，查询也计为一条输入。',
  },
  prefixRepetitionPrefixLen: { label: '前缀长度', summary: '每个共享开头的 token 数。' },
  prefixRepetitionSuffixLen: {
    label: '后缀长度',
    summary: '每个提示词在共享开头之后自有的 token 数。',
  },
  prefixRepetitionNumPrefixes: {
    label: '前缀个数',
    summary: '不同开头的个数；各开头的提示词数相同。',
  },
  prefixRepetitionOutputLen: { label: '输出长度', summary: '每个请求生成的 token 数。' },
  sonnetInputLen: { label: '输入长度上限', summary: '每个提示词的 token 数上限，含对话模板。' },
  sonnetOutputLen: { label: '输出长度', summary: '每个请求生成的 token 数。' },
  sonnetPrefixLen: { label: '共享前缀', summary: '所有提示词共同的开头，以 token 计。' },
  promptTokenIds: { label: '发送 token id', summary: '以 token id 发送随机提示词，无需分词器。' },
  vocabSize: { label: '词表大小', summary: '随机 token id 的取值范围；不填则询问服务器。' },
  sharegptOutputLen: { label: '输出长度', summary: '生成的 token 数，取代记录中回答的长度。' },
  specBenchOutputLen: { label: '输出长度', summary: '每个请求生成的 token 数。' },
  specBenchCategory: { label: '类别', summary: '只取该类别的问题。' },
  speedBenchDatasetSubset: { label: '子集', summary: '读取文件夹中的哪个文件。' },
  speedBenchOutputLen: { label: '输出长度', summary: '每个请求生成的 token 数。' },
  speedBenchCategory: { label: '类别', summary: '只取该类别的问题。' },
  speedBenchMaxInputLen: {
    label: '输入长度上限',
    summary: 'SPEED-Bench：将更长的提示词截到该 token 数。',
  },
  timedTraceLayout: {
    label: 'trace 格式',
    summary: '定时 trace：按公开 trace 的字段，或按下方的字段名。',
  },
  timedTraceChunkHashSize: { label: '块大小', summary: '提示词每一块的 token 数。' },
  timedTraceSecMultiplier: {
    label: '每个时间单位的秒数',
    summary: 'trace 中一个时间单位对应的秒数；0.5 使公开 trace 以两倍速度重放。',
  },
  timedTraceLabelTimestamp: { label: '时间字段', summary: '记录请求时间的字段名。' },
  timedTraceLabelInputLength: { label: '输入长度字段', summary: '记录提示词 token 数的字段名。' },
  timedTraceLabelOutputLength: { label: '输出长度字段', summary: '记录生成 token 数的字段名。' },
  timedTraceLabelHashIds: { label: '块字段', summary: '记录提示词各块的字段名。' },
  customOutputLen: {
    label: '输出长度',
    summary: '生成的 token 数；−1 表示读取 output_tokens 列。',
  },
  hfName: { label: 'Hub 数据集', summary: 'Hub：该路径是哪个数据集的副本。' },
  hfSubset: { label: '子集', summary: 'Hub：读取数据集的哪一部分（若有多个）。' },
  hfSplit: { label: '划分', summary: 'Hub：读取哪个划分，如 train 或 test。' },
  hfOutputLen: { label: '输出长度', summary: 'Hub：生成的 token 数，代替该数据集的惯常值。' },
  noStream: { label: '先读取全部行', summary: 'Hub：打乱前先读取全部行，而非只读取所需的行。' },
  blazeditMinDistance: { label: '最小差异', summary: 'Hub 代码编辑：新旧代码差异的下限，0 到 1。' },
  blazeditMaxDistance: { label: '最大差异', summary: 'Hub 代码编辑：新旧代码差异的上限，0 到 1。' },
  realtimeChunkMs: {
    label: '每条消息的音频时长',
    summary: '实时转写：每条消息携带的音频时长，单位为毫秒。',
  },
  asrMinAudioLenSec: { label: '最短录音', summary: 'Hub 语音：舍弃更短的录音。' },
  asrMaxAudioLenSec: { label: '最长录音', summary: 'Hub 语音：舍弃更长的录音。' },
  bfclCategories: { label: '类别', summary: 'Hub 函数调用：依次选取的类别。' },
  enableMultimodalChat: {
    label: '完整的对话消息',
    summary: '由数据集写出完整的对话消息，含图片、视频或音频。',
  },
  customEnsureClientSideData: {
    label: '图片随请求发送',
    summary: '自备图片：事先读取或下载，随请求一并发送。',
  },
  randomMmBaseItemsPerRequest: {
    label: '每个请求的图片与视频数',
    summary: '每个提示词附带的图片与视频数。',
  },
  randomMmNumMmItemsRangeRatio: {
    label: '数量的变化幅度',
    summary: '数量在上述设定值的 (1 − R) 到 (1 + R) 倍之间均匀变化。',
  },
  randomMmLimitMmPerPrompt: {
    label: '每类数量上限',
    summary: '每个提示词中每类的上限，如 {"image": 3, "video": 1}。',
  },
  randomMmBucketConfig: {
    label: '尺寸与比例',
    summary: '各尺寸的高、宽、帧数及其占比；1 帧即图片。',
  },
  multiTurnNumTurns: { label: '轮数', summary: '随机多轮对话：每段对话的轮数，一问一答为一轮。' },
  multiTurnMinTurns: {
    label: '最少轮数',
    summary: '多轮对话：最少轮数；轮数不足的记录不取。0 表示不限。',
  },
  multiTurnMaxTurns: {
    label: '最多轮数',
    summary: '多轮对话：最多轮数；更长的对话截到该轮为止。0 表示不限。',
  },
  perTurnInputLen: {
    label: '后续轮次的输入长度',
    summary: '随机多轮对话：首轮之后每轮用户输入的 token 数；0 表示与首轮相同。',
  },
  multiTurnDelayMs: {
    label: '思考时间',
    summary: '多轮对话：从得到回答到下一轮的时间，数据集自带时以其为准。',
  },
  multiTurnDelayShape: {
    label: '思考时间的变化',
    summary: '多轮对话：思考时间是固定值，还是以该值为均值随机变化。',
  },
  multiTurnHistory: {
    label: '历史中的回答',
    summary: '多轮对话：后续轮次的历史用服务器的回答，还是数据集记录的回答。',
  },
  ...agentFlags,
  requestRate: { label: '请求速率', summary: '每秒发出的请求数；inf 表示一次全部发出。' },
  burstiness: { label: '突发度', summary: '请求间隔的形状：1 为泊松，越小越突发，越大越均匀。' },
  maxConcurrency: { label: '最大并发', summary: '同时进行的请求上限；超出的请求会等待。' },
  durationMinutes: {
    label: '时长',
    summary: '按此时长持续发送，而非固定请求数；之后等待尚未完成的响应。',
  },
  selfTimed: {
    label: '使用记录的时间',
    summary: '按数据集记录的时间发送；timed_trace 默认如此，除非关闭。',
  },
  rampUpStrategy: { label: '爬升方式', summary: '速率如何从起点升到终点。' },
  rampUpStartRps: { label: '爬升起点', summary: '爬升开始时每秒的请求数。' },
  rampUpEndRps: { label: '爬升终点', summary: '爬升结束时每秒的请求数。' },
  numWarmups: { label: '预热请求', summary: '在计量开始前发送并等待完成的请求数。' },
  warmUpSeconds: {
    label: '预热负载',
    summary: '测量开始前以同样的负载预热的时长；随后负载不中断，直接开始测量。',
  },
  probeRequestRate: {
    label: '探测请求',
    summary: '在负载之外，每秒另发的小请求数；单独记录其延迟。',
  },
  retryStatus: {
    label: '重试的状态码',
    summary: '服务器以这些 HTTP 状态码拒绝请求时重新发送；被拒绝不计为失败。',
  },
  retryMax: {
    label: '最多重试次数',
    summary: '每个请求最多重试几次；响应带 Retry-After 时按其等待，否则指数退避。',
  },
  cancelAfter: {
    label: '客户端取消',
    summary: '请求达到该时间或输出 token 数后由客户端取消：2s、500ms、50tok。取消不计为失败。',
  },
  cancelShare: {
    label: '取消的请求占比',
    summary: '--cancel-after 作用于多大比例的请求，由种子决定是哪些。',
  },
  readyCheckTimeoutSec: {
    label: '等待服务器',
    summary: '计量开始前，等待服务器给出一个正确响应的最长秒数；0 表示不检查。',
  },
  requestTimeoutSec: {
    label: '请求超时',
    summary: '请求的单次尝试最多用时；超过即中断并计为失败。',
  },
  stallTimeoutSec: { label: '停滞超时', summary: '响应开始后，超过该时长没有新的输出即中断。' },
  maxConnectionErrors: {
    label: '连接错误上限',
    summary: '连接连续失败达到该次数时结束运行；0 表示不因此结束。',
  },
  runTimeoutSec: {
    label: '运行超时',
    summary: '整次运行最多用时；到时不再发出请求，并中断未完成的请求。',
  },
  telemetryRateHz: {
    label: '遥测采样率',
    summary: '运行期间每秒采样服务器及其 GPU 指标的次数，1 到 5。',
  },
  telemetryMetric: {
    label: '其他指标',
    summary:
      '采样服务器的其他 Prometheus 指标：NAME 或 \'NAME{label="value"}\'；计数器取速率，直方图取均值；用空格分隔。',
  },
  ignoreEos: {
    label: '忽略结束符',
    summary: '要求服务器遇到结束符也继续生成，直到设定长度（random 数据集始终如此）。',
  },
  clientThreads: {
    label: '客户端线程数',
    summary: '本客户端用来发送和读取的线程数；默认按负载选取。',
  },
  coldConnections: { label: '不预先建立连接', summary: '只在请求需要时才建立连接，计入测量时间。' },
  transport: {
    label: '传输方式',
    summary:
      '由谁发送负载：自带的 HTTP/1.1 客户端，或经 HTTP/1.1、HTTP/2 的 undici，用于相互核对或压测 HTTP/2。',
  },
  on: {
    label: '发送自',
    summary:
      '经 SSH 发送负载的主机（可由多台分担），或 slurm:LOGIN、kubernetes:CONTEXT；服务器地址须能从发送方访问。',
  },
  allowClockSkew: {
    label: '允许时钟偏差',
    summary: '--on 指定多台主机时，接受与本机时钟相差超过 10 s 的主机。',
  },
  ...loadPlaceFlags,
  profile: { label: '服务器性能分析', summary: '运行期间开启服务器的性能分析。' },
  profileBatchThreshold: {
    label: '开始分析的批大小',
    summary: '服务器同时运行的请求达到该数时才开始性能分析。',
  },
  profileDuration: { label: '分析时长', summary: '达到该请求数后分析多久。' },
  topP: { label: 'Top p', summary: '从概率之和达到该值的最可能 token 中抽取。' },
  topK: { label: 'Top k', summary: '从最可能的若干 token 中抽取。' },
  minP: { label: 'Min p', summary: '舍弃概率低于“最高概率 × 该值”的 token。' },
  temperature: { label: '温度', summary: '随机程度；0 总是取最可能的 token。' },
  frequencyPenalty: { label: '频率惩罚', summary: '按已生成次数惩罚 token。' },
  presencePenalty: { label: '存在惩罚', summary: '惩罚已出现过的 token。' },
  repetitionPenalty: {
    label: '重复惩罚',
    summary: '抑制提示词或输出中已有的 token；1 表示不抑制。',
  },
  bestOf: {
    label: '候选数',
    summary: '每个提示词生成的候选数，返回其中最佳的一个；仅早期的 --compat 版本使用。',
  },
  logprobs: { label: '对数概率', summary: '随每个 token 请求的对数概率个数（仅补全 API）。' },
  extraBody: { label: '更多请求体字段', summary: '请求体的更多字段，写成 JSON。' },
  label: { label: '标签', summary: '结果文件名的第一部分；不填则用 API 名称。' },
  requestIdPrefix: { label: '请求 id 前缀', summary: '请求 id 的开头；不填则随机生成。' },
  percentileMetrics: {
    label: '要报告的延迟',
    summary: '要报告的延迟指标；默认 ttft,tpot,itl，池化任务为 e2el。',
  },
  metricPercentiles: { label: '百分位', summary: '每种延迟要报告的百分位，用逗号分隔。' },
  goodput: {
    label: '有效吞吐限值',
    summary: 'ttft、tpot、e2el、ttfo 等延迟的上限；报告满足全部上限的请求速率。',
  },
  steadyState: { label: '稳态', summary: '另外报告稳态，即负载处于正常水平的时段。' },
  steadyStateThreshold: {
    label: '稳态门槛',
    summary: '并发达到通常水平（或上限）的这一比例即为稳态。',
  },
  steadyStateMinWindow: {
    label: '稳态最短时长',
    summary: '稳态短于该时长时给出警告；不填则为 10 秒或全程的十分之一。',
  },
  metadata: { label: '附加信息', summary: '写入结果文件的自定义信息，每行一个 KEY=VALUE。' },
  pricePerHour: {
    label: '每小时价格',
    summary: '整台服务器每小时的价格：报告每百万输出 token 的成本。',
  },
  compat: { label: '兼容版本', summary: '按该客户端的方式发送、计数和报告，以便与其数据比较。' },
}

export const flagUnits: FlagUnits = {
  requests: '个请求',
  tokens: 'token',
  'req/s': '请求/s',
  bytes: '字节',
  ids: '个 id',
  min: '分钟',
  prompts: '个提示词',
  threads: '个线程',
  turns: '轮',
  steps: '步',
  nodes: '个节点',
  pods: '个 Pod',
  tasks: '个任务',
  runs: '次运行',
  retries: '次重试',
}
