import type { judgementEn } from '../en/judgement.ts'
import type { Translation } from '../template.ts'

const fewerStreams = '请减少同时打开的流，或换用更空闲的机器。'
const lowerRate = '请降低请求速率，或换用更空闲的机器。'

export const judgementZh = {
  'judgement.grade.valid': '有效',
  'judgement.grade.caution': '注意',
  'judgement.grade.not-usable': '不可用',
  'judgement.notJudged': '未作判断',
  'judgement.because': '{grade}：{reasons}',
  'judgement.withLeftOut': '{judgement}（{runs} 次运行中有 {leftOut} 次受限于客户端，未计入）',
  'judgement.note': '可信度：{judgement}。',
  'judgement.noteOfLoad': '可信度：{judgement}（{state|clause}）。',
  'judgement.reason.nothing-measured': '没有数据',
  'judgement.reason.errors': '有错误',
  'judgement.reason.client-limited': '受限于客户端',
  'judgement.reason.cache-polluted': '缓存污染',
  'judgement.reason.cache-hits': '少量缓存命中',
  'judgement.reason.output-length': '输出长度与请求不符',
  'judgement.reason.prompt-length': '提示词长度与请求不符',
  'judgement.reason.other-model': '模型不符',
  'judgement.reason.unexplained-end': '结束原因不明',
  'judgement.reason.uncounted': 'token 未计数',
  'judgement.reason.buffered': '流被缓冲',
  'judgement.reason.rejected': '请求被拒绝',
  'judgement.reason.saturated': '饱和',
  'judgement.reason.held-back': '受并发上限限制',
  'judgement.reason.parts-lost': '缺少部分数据',
  'judgement.reason.cancelled': '已取消',
  'judgement.reason.stood-still': '服务器停顿',
  'judgement.reason.not-steady': '不稳定',
  'judgement.reason.read-at-once': '一次读完',
  'judgement.reason.client-strained': '客户端吃紧',
  'judgement.reason.pace-unsure': '能否跟上负载不确定',
  'judgement.reason.limit-missed': '未达并发上限',
  'judgement.reason.late-reads': '读取延迟',
  'judgement.reason.imprecise': '精度不足',
  'judgement.reason.too-few-samples': '样本太少',
  'judgement.load.steady': '负载稳定',
  'judgement.load.not-steady': '负载不稳定',
  'judgement.load.burst': '突发负载：本就没有稳态',
  'judgement.load.changing': '负载按设计变化：没有稳态',
  'judgement.load.not-known': '是否稳定未知',
  'judgement.client.kept-up': '客户端跟得上',
  'judgement.client.strained': '客户端吃紧',
  'judgement.client.limited': '客户端使结果失真',
  'judgement.client.not-monitored': '未监测客户端',
  'judgement.unanswered': '没有请求成功；{failed} 个失败。',
  'judgement.allCancelled':
    '没有请求完成：客户端取消了 {cancelled} 个（--cancel-after），另有 {failed} 个失败。',
  'judgement.failed': '{requests} 个请求中有 {failed} 个失败（{share}）。',
  'judgement.rejected': '{requests} 个请求中有 {rejected} 个每次尝试都被拒绝（{share}）。',
  'judgement.refused':
    '服务器已满，拒绝了 {requests} 个请求中的 {refused} 个（HTTP {statuses}，{share}）。它能承受的是已应答请求的速率，延迟只统计被接受的请求。',
  'judgement.partsLost': '以下数据无法保存，已略去：{parts}。',
  'judgement.endedEarly': '运行在 {completed} 个请求后失败。',
  'judgement.ownAccount': '{criterion}超过 {limit} 时，测到的是客户端自身。',
  'judgement.kept': '{criterion}低于 {limit} 时，测到的是客户端自身。',
  'judgement.strained': '{criterion}上限为 {limit}。',
  'judgement.overloaded':
    '校准时此客户端在更轻的负载下已过载：{streams} 个流，每秒 {events} 个事件。',
  'judgement.shorterOutput':
    '{completed} 个输出中有 {count} 个（{share}）比请求的短，合计 {change}。例如请求 {request} 要求 {asked} 个 token，得到 {given} 个。',
  'judgement.longerOutput':
    '{completed} 个输出中有 {count} 个（{share}）比请求的长，合计 {change}。例如请求 {request} 要求 {asked} 个 token，得到 {given} 个。',
  'judgement.shorterPrompt':
    '{completed} 个提示词中有 {count} 个（{share}）服务器计得的 token 少于发送的，合计 {change}。例如请求 {request} 发送 {asked} 个 token，服务器读到 {given} 个。',
  'judgement.longerPrompt':
    '{completed} 个提示词中有 {count} 个（{share}）服务器计得的 token 多于发送的，合计 {change}。例如请求 {request} 发送 {asked} 个 token，服务器读到 {given} 个。',
  'judgement.otherModel':
    '{completed} 个响应中有 {count} 个（{share}）所报的模型为“{model}”，并非所请求的模型。',
  'judgement.unexplainedEnd':
    '{completed} 个响应中有 {count} 个（{share}）未达长度上限便结束，且没有结束原因（如请求 {request}）：是否完整未知。',
  'judgement.uncounted':
    '{completed} 个响应中有 {count} 个（{share}）的输出 token 既未由服务器也未由分词器计数。不报告 token 吞吐、TPOT 以及按 TPOT 的 goodput。',
  'judgement.moreEvents':
    '服务器计得 {tokens} 个输出 token，却发送了 {events} 个带输出的事件。不报告 token 吞吐、TPOT 以及按 TPOT 的 goodput。',
  'judgement.buffered':
    '{completed} 个响应中有 {count} 个（{share}）的输出成批到达：每批 {events} 个事件，此前静默 {silence}，而客户端一直在等待。代理或网关缓冲了流：TTFT 与 ITL 反映的是其缓冲。',
  'judgement.known': '前缀缓存中已有新提示词 {hitShare} 的 token。',
  'judgement.behind': '每秒到达 {asked} 个请求，服务器每秒应答 {answered} 个。',
  'judgement.conversationsBehind':
    '每秒开始 {conversations} 个对话或智能体，共要求每秒 {asked} 个响应，服务器每秒应答 {answered} 个。',
  'judgement.urlsBehind':
    '只有 URL {urls} 跟不上：其中每秒 {asked} 个请求发往它，应答 {answered} 个。',
  'judgement.carried':
    '负载升至 {most} req/s；有请求等待时，服务器每秒应答约 {carried} 个（{low}–{high}）。',
  'judgement.heldBack':
    '已达 --max-concurrency {limit}，其余在客户端等待：每秒应发 {asked} 个请求，得到应答 {answered} 个。',
  'judgement.growing': '从稳态窗口开始到结束，在途请求变化 {inFlight}，延迟变化 {latency}。',
  'judgement.cancelled':
    '运行提前结束：此前完成 {completed} 个响应，{cutOff} 个被中断，不计为失败。',
  'judgement.stoodStill':
    '服务器停顿 {count} 次，共 {total} 秒；最长一次 {longest} 秒，始于运行的第 {from} 秒。其间所有在途请求都没有收到任何数据。',
  'judgement.stoodStillTails':
    '停顿拉长了 {ttft} 的 TTFT 和 {itl} 的 ITL：落在这部分尾部的百分位测到的是停顿。',
  'judgement.stoodStillTtft': '停顿拉长了 {share} 的 TTFT：落在这部分尾部的百分位测到的是停顿。',
  'judgement.stoodStillItl': '停顿拉长了 {share} 的 ITL：落在这部分尾部的百分位测到的是停顿。',
  'judgement.shortlySteady': '只有 {share} 的请求（{count} 个）在稳态中开始。',
  'judgement.neverSteady': '未找到稳态。',
  'judgement.readAtOnce':
    '{completed} 个响应中有 {count} 个（{share}）的多数 token 在一次读取中到达，因为客户端读取过晚：其 TPOT 与 ITL 未测得。',
  'judgement.paceUnsure':
    '响应比轻负载时落后计划时长的 {lateness}：不足以判定过载，也无法排除过载。',
  'judgement.slowing':
    '接近或超过容量：在途请求数仍在上升，且此负载已超过服务器在途请求无限增多时生成速率的 {share}。',
  'judgement.nearCapacity':
    '可能超过容量：此负载是有请求排队时服务器生成速率的 {share}（± {reach}）。',
  'judgement.urlUnsure': '指的是 URL {url}；每个 URL 的负载单独判断。',
  'judgement.longerTells': '这次运行无法判断服务器能否跟上负载；测量 {seconds} 秒即可判断。',
  'judgement.paceChanged': '服务器本身发生了变化：在途请求数相同时，每 token 时间变化 {change}。',
  'judgement.capacityChanged':
    '服务器本身发生了变化：从开始到结束，其每秒可生成量至少变化 {change}。',
  'judgement.limitMissed': '共用并发上限 {limit} 的各主机，在有请求等待时有 {share} 的名额空闲。',
  'judgement.lateReads':
    '客户端读取偏晚，p{percentile} {metric} 可能偏大，最多为其 {shift}；其置信区间已计入。',
  'judgement.beyondFactor': '{factor} 倍以上',
  'judgement.impreciseMean': '平均 {metric} 的误差为 {reach}。',
  'judgement.imprecisePercentile': 'p{percentile} {metric} 的误差为 {reach}。',
  'judgement.impreciseNeeds': '约 {needed} 个请求才能得到它的区间。',
  'judgement.tooFew': 'p{percentile} 至少需要 {fewest} 个请求；本次只有 {requests} 个。',
  'judgement.advice.nothing-measured': '请查看请求的错误与服务器日志。',
  'judgement.advice.allCancelled':
    '请晚一些取消（--cancel-after），或只取消一部分请求（--cancel-share 0.2）。',
  'judgement.advice.errors':
    '请在错误分组和服务器日志中查明原因。延迟只统计已完成的请求，而较慢的请求往往不在其中。',
  'judgement.advice.endedEarly': '请查明运行失败的原因，排除后重新运行：缺少的可能正是较慢的部分。',
  'judgement.advice.client-limited':
    '请降低负载、增加客户端线程（--client-threads）、停止本机上的其他程序，或换一台机器施压。',
  'judgement.advice.cache-polluted': '请在运行前重置前缀缓存、重启服务器，或更换 --seed。',
  'judgement.advice.cache-hits':
    '均值可能偏低约此比例。如需排除，请在运行前重置前缀缓存，或更换 --seed。',
  'judgement.advice.output-length':
    '请确认服务器支持 ignore_eos 与 max_tokens，且提示词加输出不超过其上下文。吞吐与 E2EL 对应实际得到的长度。',
  'judgement.advice.prompt-length':
    '请用 --tokenizer 指定所服务模型的分词器，并检查服务器是否截断提示词或添加系统提示词。TTFT 与总吞吐对应服务器实际读到的提示词。',
  'judgement.advice.other-model':
    '请检查网关的回退与路由。若该名称是所请求模型的别名，请使用 --model NAME --served-model-name ALIAS。',
  'judgement.advice.unexplained-end': '请在服务器或网关日志中查找被中止的生成。',
  'judgement.advice.uncounted':
    '请在服务器或网关上启用流式 usage（stream_options.include_usage），或用 --tokenizer 指定分词器。',
  'judgement.advice.buffered':
    '请关闭缓冲（nginx 的 proxy_buffering off，或 X-Accel-Buffering: no），或绕过代理测量。E2EL 与吞吐不受影响。',
  'judgement.advice.rejected':
    '请降低请求速率、允许更多重试（--retry-max），或调高服务器或网关的限额。延迟只统计被接受的请求。',
  'judgement.advice.refused':
    '请降低速率直到不再拒绝，调高服务器或网关的限额，或让客户端等待后重发（--retry-status 429,503）。',
  'judgement.advice.saturated':
    '请降低速率以测得可持续的延迟：过载持续多久，延迟就增长多久。吞吐即服务器的最大值。',
  'judgement.advice.urlsBehind':
    '请在按 URL 的表格中与其他服务器比较，把每个请求发往在途请求最少的 URL（--url-strategy least-in-flight），或降低速率。此吞吐量不是这些服务器的上限：其他服务器还能应答更多。',
  'judgement.advice.carried':
    '图表混合了这次运行的所有速率；超出容量后，过载持续多久，延迟就增长多久。请在容量以下逐个测量速率，或搜索容量。',
  'judgement.advice.held-back':
    '请调高 --max-concurrency，或降低速率。延迟从发送时算起；发送前的等待随负载持续而增长。服务器能否承受更多，这次运行无法判断。',
  'judgement.advice.parts-lost':
    '请求记录已保存：可导出后自行计算这些数据，并请附上导出的运行反馈此问题。',
  'judgement.advice.cancelled': '请重新运行以得到完整结果：这里不含最后时刻较慢的响应。',
  'judgement.advice.stood-still':
    '请在服务器及其链路的日志中查看该时刻：垃圾回收、同一 GPU 上的其他任务或连接中断。尾部取决于停顿的频率，请延长测量或重复运行。',
  'judgement.advice.not-steady':
    '请发送更多请求，先以同样负载预热，并在时间线上查看发生了什么变化。',
  'judgement.advice.read-at-once':
    '请勿使用本次运行的 TPOT 与 ITL。请停止客户端所在机器上的其他程序，或换一台机器施压。',
  'judgement.advice.pace-unsure': '请延长此负载的测量时间，请求若有堆积就会显现。',
  'judgement.advice.limit-missed':
    '请减少主机，或改用往返时间更短的连接：空闲名额转到需要它的主机要花这么久。',
  'judgement.advice.client-strained':
    '运行之间的微小差异可能来自客户端。请降低负载，或停止本机上的其他程序。',
  'judgement.advice.late-reads':
    '其他指标可用。对此指标，请降低负载，或停止客户端机器上的其他程序。',
  'judgement.advice.imprecise': '请发送更多请求，或重复运行。',
  'judgement.advice.too-few-samples': '请发送更多请求，或选用较低的百分位。平均值与吞吐不受影响。',
  'judgement.criterion.ttftError': '平均 TTFT 大约偏长 {value}',
  'judgement.criterion.sendLag': '1 % 的请求晚发超过 {value}',
  'judgement.criterion.latest': '有 1 个请求晚发 {value}',
  'judgement.criterion.paceError': '1 % 的音频消息晚发超过 {value}',
  'judgement.criterion.keptRate': '实际发送速率为目标的 {value}',
  'judgement.criterion.pause': '客户端曾停顿 {value}',
  'judgement.remedy.ttftError': fewerStreams,
  'judgement.remedy.sendLag': lowerRate,
  'judgement.remedy.paceError': '请减少本机的语音路数，或停止其他程序：转写不可能早于音频。',
  'judgement.remedy.keptRate': lowerRate,
  'judgement.remedy.pause': '请避免机器休眠或进程被暂停，然后重新运行。',
} as const satisfies Translation<typeof judgementEn>
