import type { Translation } from '#core/messages/template.ts'
import type { twinMessages } from './messages.ts'

export const twinMessagesZh = {
  'twin.noRuns': '请指定同一服务器的运行，或使用 --server 或 --last。',
  'twin.noRuns.remedy': '用“kneepoint runs”列出。',
  'twin.noRunsOfServer': '没有服务器“{server}”的已完成运行。',
  'twin.noRunsOfServer.remedy': '用“kneepoint runs”列出已存运行的服务器。',
  'twin.leftOut': '未采用运行“{name}”。{why}。',
  'twin.leftOut.seed':
    '未采用运行“{name}”：之前有一次运行的随机种子相同（{seed}），服务器已见过其提示词。请以 --seed {next} 重测。',
  'twin.leftOut.cache':
    '未采用运行“{name}”：服务器已见过其提示词，尽管此前没有相同的随机种子。请在每次运行前重置前缀缓存，或以 --no-enable-prefix-caching 启动服务器。',
  'twin.noneUsable': '{runs|# 次|# 次}运行均不可用。',
  'twin.severalModels': '这些运行属于多个模型：{names}。',
  'twin.severalServers': '这些运行属于多台服务器，或同一服务器的多次启动：{names}。',
  'twin.notTaken': '运行“{names}”不能使用：它是导入的，或其请求是多轮对话。',
  'twin.tooLarge': '加上运行“{names}”后，token 总数超过 1000 万。',
  'twin.takes': '请指定同一服务器上同一模型的实测运行，例如三个负载各 30 s。',
  'twin.limitNotPredicted': '无法预测“{name}”。',
  'twin.limitNotPredicted.remedy': '请使用 ttft、tpot 或 e2el 的限值，例如 "p99 ttft <= 500 ms"。',
  'twin.title': '预测值，并非实测：依据 {model} 的 {runs|# 次|# 次}运行。区间为 90 %。',
  'twin.workload': '工作负载：每个请求平均输入 {input} token，输出 {output} token。',
  'twin.engine':
    '引擎：每步 {alone} ms，每 100 个序列 {sequence} ms，每 1,000 个提示 token {prompt} ms，每 100,000 个上下文 token {context} ms，每个请求固定 {overhead} ms。',
  'twin.computeBound':
    '每步超过 {from} 个 token 后，每多 1,000 个多用 {token} ms；在此之前，步的用时由读取显存决定。',
  'twin.policy.mixed': '同一步中混合预填充与解码（分块预填充）。',
  'twin.policy.mixed-apart': '同一步中混合预填充与解码；每步的上限只计预填充 token。',
  'twin.policy.prompts-first': '预填充优先，单独成步。',
  'twin.limits':
    '限制：max-num-seqs {seqs}，max-num-batched-tokens {batched}，KV 缓存 token 数 {kv}。',
  'twin.otherLimits': '改按 {limits} 预测。',
  'twin.source.stated': '{value}（服务器或用户给出）',
  'twin.source.found': '{value}（由运行得出）',
  'twin.source.unknown': '未知',
  'twin.source.unsettled': '未知（多个取值都符合）',
  'twin.fit': '拟合：回放各次运行，平均 TPOT 相差 {tpot}，TTFT 相差 {ttft}（均方根）。',
  'twin.head.rate': 'req/s',
  'twin.capacity': '容量：{rate} req/s。',
  'twin.capacity.unknown':
    '容量与拐点：不作预测，因为没有运行显示最多同时处理多少请求。请用 --request-rate inf 测一次，或给出 --max-num-seqs。',
  'twin.knee': '拐点：{rate} req/s。',
  'twin.within': '满足 {limits} 的容量：{rate} req/s。',
  'twin.within.none': '满足 {limits} 的容量：没有负载满足。',
  'twin.replicas': '{demand} req/s 所需服务器：{count} 台。',
  'twin.at': '在 {load} 时：',
  'twin.at.rate': '{rate} req/s',
  'twin.at.concurrency': '并发 {limit}',
  'twin.at.both': '{rate} req/s、并发上限 {limit}',
  'twin.pauses': '平均间隔超过 {every} s 的服务器停顿可能没有出现在运行中，区间未计入此类停顿。',
  'twin.guess': '以上只是推测，因为运行中没有出现：',
  'twin.guess.more-sequences': '同时处理的请求数超过任何一次运行。',
  'twin.guess.more-kv-tokens': 'KV 缓存中的 token 数超过任何一次运行，而其大小未知。',
  'twin.guess.longer-prompts': '提示词长度超过运行中最长者的 2.5 倍。',
  'twin.guess.other-lengths': '平均长度与运行相差超过 2.5 倍。',
  'twin.guess.longer-steps': '每步计算的 token 数超过运行中可能的数量。',
  'twin.guess.only-queues': '每次运行中请求都在排队，因此无法得知不排队时的 TTFT。',
  'twin.refused': '不作预测：无法用模型拟合这些运行。',
  'twin.refused.too-little':
    '数据太少：{requests|# 个|# 个}请求，{steps|# 步|# 步}。请测三个负载，各 30 s。',
  'twin.refused.failures': '运行“{run}”中有 {share} 的请求失败。',
  'twin.refused.irregular':
    '运行“{run}”中有 {share} 的应答，其事件数与 token 数不同：一个事件含多个 token、投机解码，或非流式。',
  'twin.refused.no-common-steps':
    '不同请求的 token 并非按共同的步到达：只有 {share} 如此。可能是同一地址背后有多台服务器，或没有连续批处理。',
  'twin.refused.noisy-steps': '相同工作量的步，用时相差 {deviation}（对数的标准差）。',
  'twin.refused.stalls':
    '服务器在 {total} s 内停顿 {count|# 次|# 次}，最长 {longest} s，停顿最多可能占 {share} 的时间。请延长测量，以确定停顿的频率。',
  'twin.refused.warming':
    '从运行“{from}”开始到“{to}”结束，处理提示词的开销下降了 {change}。服务器在运行期间逐渐变快：前缀缓存正在预热。请待预热完成后重测。',
  'twin.refused.drift': '运行“{run}”中，相同工作量的步从开始到结束变化了 {change}。',
  'twin.refused.misfit':
    '运行“{run}”的 {figure}（{part}）：实测 {measured}，按模型 {replayed}；容差 ±{tolerance}。',
  'twin.part.all': '全部请求',
  'twin.part.short prompts': '提示词最短的三分之一',
  'twin.part.long prompts': '提示词最长的三分之一',
  'twin.part.short outputs': '输出最短的三分之一',
  'twin.part.long outputs': '输出最长的三分之一',
} satisfies Translation<typeof twinMessages>
