// 界面中会解释的术语。
import type { GlossaryTexts, TermId } from '../../glossary-texts.ts'

export const terms: GlossaryTexts<TermId> = {
  backlog: { name: '积压', meaning: '匀速发送期间，服务器未能及时完成的请求所占的比例' },
  baseline: { name: '基线', meaning: '其他运行或配置的比较对象' },
  burstiness: {
    name: '突发度',
    meaning: '请求间隔所服从的伽马分布的形状：1 为泊松，小于 1 更突发，大于 1 更均匀',
    spelled: ['突发度', 'burstiness'],
  },
  capacity: { name: '容量', meaning: '扫描的全部限值都满足时的最高负载' },
  clientQueueTime: {
    name: '客户端排队时间',
    meaning: '从计划发送到实际发送的时间，即在并发上限前的等待，ms',
    spelled: ['客户端排队时间', '客户端排队'],
  },
  closedLoop: { name: '闭环', meaning: '收到响应后才发下一个请求（速率 inf，并设最大并发）' },
  concurrency: {
    name: '并发',
    meaning: '某一时刻在途的请求数；超出最大并发的请求在客户端等待',
    spelled: ['最大并发', '并发上限', '并发', '在途'],
  },
  e2el: {
    name: 'E2EL',
    meaning: '端到端延迟：从发出请求到最后一个 token 的时间，ms',
    spelled: ['E2EL', '端到端延迟'],
  },
  goodput: {
    name: '有效吞吐',
    meaning: '每秒满足全部延迟限值的请求数',
    spelled: ['有效吞吐', 'goodput'],
  },
  interval: {
    name: '置信区间',
    meaning: '以 95 % 的置信度包含真实值的范围（仅依据该次运行的数据）',
    spelled: ['95 % 区间', '置信区间'],
  },
  itl: {
    name: 'ITL',
    meaning: 'token 间延迟：同一请求相邻两个 token 事件的间隔，ms',
    spelled: ['ITL', 'token 间延迟'],
  },
  judgement: {
    name: '可信度',
    meaning: '一次运行是否可信：有效、注意或不可用，并按严重程度列出全部原因',
    spelled: ['可信度', '不可用'],
  },
  knee: { name: '拐点', meaning: '超过该负载后，延迟的增长远快于吞吐' },
  kvCache: {
    name: 'KV 缓存',
    meaning: '服务器存放 token 的键和值的显存；占满后，请求会等待或被抢占',
  },
  openLoop: { name: '开环', meaning: '无论服务器状况如何，都按计划发送请求' },
  percentile: {
    name: '百分位',
    meaning: '一定比例的样本不超过的值：p99 即 100 个样本中有 99 个不超过它',
    spelled: ['百分位', 'p50', 'p75', 'p90', 'p95', 'p99', 'p99.9'],
  },
  pooling: { name: '池化', meaning: '只读取输入，返回向量或分数：嵌入、池化、重排' },
  prefixCache: {
    name: '前缀缓存',
    meaning: '服务器保留的已计算的提示词前缀；重复的提示词比新的响应更快',
    spelled: ['前缀缓存', '缓存污染'],
  },
  probe: {
    name: '探测请求',
    meaning: '压测期间另外发出的小请求，只生成一个 token，用于测量轻量请求此时的延迟',
  },
  readLag: { name: '读取滞后', meaning: '数据到达套接字后，等待客户端读取的时间（由客户端估计）' },
  requestRate: { name: '请求速率', meaning: '要求的速率，即每秒请求数：--request-rate' },
  roundTrip: {
    name: '往返时间',
    meaning: '运行前，在已打开的连接上一个小请求的耗时，ms',
    spelled: ['往返时间', '往返'],
  },
  rtfx: { name: 'RTFx', meaning: '每秒转写的音频秒数' },
  saturated: { name: '饱和', meaning: '服务器完成请求的速度低于到达速度，积压不断增加' },
  sendLag: { name: '发送滞后', meaning: '请求的实际发送时间比计划晚多少' },
  simulated: { name: '模拟', meaning: '数据来自内置模拟器，凡显示之处均有标记' },
  stall: { name: '停顿', meaning: '同一请求的两个 token 之间间隔达到 0.5 s 或更长' },
  steadyState: { name: '稳态', meaning: '在途请求数接近目标值的时段' },
  telemetry: { name: '遥测', meaning: '运行期间约每秒采样一次的服务器与 GPU 指标' },
  thinkTime: { name: '思考时间', meaning: '用户从收到响应到发出对话下一轮之间的停顿，ms' },
  tpot: {
    name: 'TPOT',
    meaning: '首 token 之后每个输出 token 的时间：(E2EL − TTFT) / (输出 token 数 − 1)，ms',
    spelled: ['TPOT', '每输出 token 时间'],
  },
  trace: { name: 'trace', meaning: '请求时间与长度的记录，可作为负载重放' },
  trajectory: {
    name: '轨迹',
    meaning: '智能体完成一个任务的各个步骤：依次进行的模型调用和工具调用',
  },
  ttfo: {
    name: 'TTFO',
    meaning: '思考结束后的首个输出 token 延迟：从发出请求到思考后的第一个 token 的时间，ms',
  },
  ttft: {
    name: 'TTFT',
    meaning: '首 token 延迟：从发出请求到收到首个 token 事件的时间，ms',
    spelled: ['TTFT', '首 token 延迟'],
  },
  verdict: {
    name: '结论',
    meaning: '两个数值比较的结果：更好、更差、相同或不明',
    spelled: ['结论', '不明'],
  },
  warmUp: { name: '预热', meaning: '正式测量之前的负载：若干请求，或不间断的相同负载' },
}
