// Messages of a tuning: its file, its decisions, its answer.
import { featureMessages } from '#core/messages/joined-catalogue.ts'

export const tuneMessages = featureMessages({
  en: {
    'tune.file.budget.remedy':
      'Say how much the tuning may spend: "gpu-minutes: 60", "runs: 200", "wall-clock: 2 h", or several of them.',
    'tune.file.limits.remedy':
      'A capacity is the highest load that holds the limits. Add them, such as "p95 ttft <= 500 ms".',
    'tune.file.flags': 'must name 1 to {most} flags of the server that may vary',
    'tune.file.flags.remedy':
      'Write each flag with its values, such as "max-num-seqs: 32..512 x2" or "enable-prefix-caching: [true, false]".',
    'tune.file.notServer': 'is not a flag of the server',
    'tune.file.notServer.remedy': 'Flags of the benchmark belong under "benchmark:".',
    'tune.file.condition': 'must name another tuned flag with some of its values',
    'tune.file.condition.remedy':
      'Write the flag and the values under which this one has an effect, such as "attention-backend: FLASHINFER".',
    'tune.preset.leftOut': '--{flag} does not vary. {why}',
    'tune.preset.oneGpu': 'The server has one GPU.',
    'tune.preset.noDrafter':
      'It needs a model that drafts tokens: name it as "speculative-model" in the file.',
    'tune.preset.notSimulated': 'The simulator does not model it.',
    'tune.preset.noFlags': 'The preset has no flag for this server.',
    'tune.file.price.remedy':
      'A cost needs the price of the server: add "price: { per-hour: 2.5, currency: USD }".',
    'tune.file.oneObjective': 'is a second objective; a tuning has one',
    'tune.noEnergy': 'A simulated server has no GPU whose energy could be measured.',
    'tune.objective.capacity': 'capacity',
    'tune.objective.tokens-per-gpu': 'tok/s per GPU',
    'tune.objective.cost': 'cost per million tokens',
    'tune.objective.energy': 'J per token',
    'tune.worth.tokens': '{value} tok/s per GPU',
    'tune.worth.cost': '{value} {currency} per million tokens',
    'tune.worth.energy': '{value} J per token',
    'tune.answer.worthAt': '{worth} at {load}',
    'tune.answer.noEnergy': 'No energy was measured: no GPU of the server reported its power',
    'tune.answer.advice.noEnergy':
      'Launch the server on a host whose GPUs Kneepoint samples (nvidia-smi), or choose another objective.',
    'tune.answer.effectsOf':
      'Effect on the objective ({objective}) against the default of each flag, averaged over the others; more is better:',
    'tune.defaults': 'the defaults',
    'tune.log.chosen': 'Next setting: {setting}, {why}.',
    'tune.log.chosen.expected':
      'Next setting: {setting}, {why}. A capacity of about {expected} is expected.',
    'tune.log.why.defaults': 'which all others are compared with',
    'tune.log.why.filling': 'to see a part of the space that is not known yet',
    'tune.log.why.promising': 'with the greatest expected improvement per second',
    'tune.log.why.doubtful':
      'which may be better if flags act together more than the model expects',
    'tune.log.why.neighbour': 'one flag away from the best',
    'tune.log.why.two-flags': 'two flags away from the best',
    'tune.log.failure': 'It may fail to start or run (probability {percent} %).',
    'tune.log.left.measured':
      'Done with {setting}: the capacity is about {capacity}; the best so far has {best}.',
    'tune.log.left.surely-worse':
      'Done with {setting}: the capacity is surely below that of the best, {best}.',
    'tune.log.left.failed':
      'Done with {setting}: the server or a run failed, or its responses differ.',
    'tune.log.left.client-limited':
      'Done with {setting}: the client was the limit, so its runs show no capacity.',
    'tune.log.answers':
      '{setting}: {equal} of the tokens equal those of the defaults before the first difference; {exact} of {prompts|# response|# responses} match exactly.',
    'tune.log.answers.floor':
      'The defaults responded twice to {prompts|# greedy prompt|# greedy prompts}: {equal} of the tokens are equal before the first difference; {exact} match exactly.',
    'tune.log.answers.unknown': '{setting}: its responses were not compared. {why}',
    'tune.answers.notCompared':
      'Its responses could not be compared with those of the defaults, and "limits" demands that.',
    'tune.answers.differ':
      'Only {equal} of the tokens equal those of the defaults before the first difference; "limits" demands {least}.',
    'tune.answers.backend': 'Responses of the backend {name} cannot be compared.',
    'tune.answers.status': 'The server refused a greedy prompt with HTTP {status}.',
    'tune.answers.note':
      'The defaults equal themselves in {equal} of the tokens ({exact} of {prompts|# response|# responses} exactly); smaller differences mean nothing.',
    'tune.log.refining': 'Measured again: {setting}, which may be the best.',
    'tune.log.confirming': 'Confirmation: {setting}, with a fresh start and new runs.',
    'tune.answer.better':
      '{setting}: {capacity} within the limits ({interval}), {gain} against the defaults ({low} … {high})',
    'tune.answer.notBetter':
      'No setting found better than the defaults: {capacity} within the limits ({interval})',
    'tune.answer.challenger':
      'The best other setting, {setting}, measured {gain} against them ({low} … {high}).',
    'tune.answer.unconfirmed':
      'Most promising, not confirmed: {setting}, about {capacity} within the limits ({interval})',
    'tune.answer.unconfirmedBare':
      'Most promising, not confirmed: {setting}; its capacity is not known yet',
    'tune.answer.none': 'No setting met the limits',
    'tune.answer.open': 'No answer yet: no capacity is known so far',
    'tune.answer.advice.unconfirmed':
      'Raise the budget: the confirmation takes at least {starts} starts and {runs} runs.',
    'tune.answer.advice.client':
      'The client was the limit. Send the load from a faster or less busy machine, and start the tuning again.',
    'tune.answer.advice.open': 'Resume the tuning, or start it again with a larger budget.',
    'tune.answer.advice.none': 'Loosen the limits, or lower "from" in "objective".',
    'tune.answer.chance':
      'Among the {count|# setting|# settings} whose capacity is known, it is the best with a probability of {percent} %.',
    'tune.answer.simplest': 'Within 2 % of it with fewer flags: {setting}.',
    'tune.answer.intervals': 'Intervals hold the true value with 95 % probability.',
    'tune.answer.unsteady':
      'In {count} of the {runs} runs that confirm it, the server had not reached a steady state: with longer runs (seconds-per-run) the capacity may be lower.',
    'tune.answer.spent':
      '{tried|# setting|# settings} tried in {runs|# run|# runs}, {time} of GPU time.',
    'tune.answer.failedOne': '{setting}: {why}',
    'tune.answer.failedWhy': 'no reason was reported',
    'tune.answer.effects': 'Capacity against the default of each flag, averaged over the others:',
    'tune.answer.settings': 'Settings as they were measured on the way:',
    'tune.answer.more': '{count|# more setting is|# more settings are} in the JSON.',
    'tune.head.flag': 'flag',
    'tune.head.value': 'value',
    'tune.head.effect': 'effect',
    'tune.head.interval': '95 % interval',
    'tune.head.measured': 'settings',
    'tune.head.setting': 'setting',
    'tune.head.capacity': 'capacity',
    'tune.head.runs': 'runs',
    'tune.head.equal': 'equal tokens',
    'tune.head.exact': 'exact',
    'tune.plan.space':
      '{name}: {settings|# setting|# settings} of {flags|# flag|# flags}, {refused} refused beforehand',
    'tune.plan.start': 'Begins with: {settings}',
    'tune.plan.budget': 'Budget: {budget}',
    'tune.plan.gpuMinutes': '{minutes} GPU minutes',
    'tune.plan.runs': '{count|# run|# runs}',
    'tune.plan.time':
      'Takes about {duration}: {starts} starts or more of {start}, and runs of {run}.',
    'tune.plan.cost': 'At most {amount} {currency}.',
    'tune.goOnWith':
      '{done|# point is|# points are} stored. Continue with: kneepoint tune --resume {id}',
    'tune.notATuning': '"{name}" is a sweep, not a tuning.',
    'tune.notATuning.remedy': 'Continue it with "kneepoint bench sweep --resume".',
    'tune.compose.flags': 'Add the flags of the server that may vary.',
    'tune.compose.limits': 'Add a limit: a capacity is the highest load that holds the limits.',
    'tune.compose.budget': 'Set a budget: GPU time, runs or wall-clock time.',
    'tune.compose.price': 'Set the price of the server under Execution.',
    'tune.compose.oneServer': 'A tuning needs exactly one server; {count} are chosen.',
    'tune.oneServer': 'A tuning needs exactly one server; the file names {count}.',
  },
  zh: {
    'tune.file.budget.remedy':
      '请写明调优的预算："gpu-minutes: 60"、"runs: 200"、"wall-clock: 2 h"，可同时写几项。',
    'tune.file.limits.remedy':
      '容量是满足全部限值的最高负载。请添加限值，例如 "p95 ttft <= 500 ms"。',
    'tune.file.flags': '必须列出 1 到 {most} 个可调的服务器参数',
    'tune.file.flags.remedy':
      '请逐个写出参数及其取值，例如 "max-num-seqs: 32..512 x2" 或 "enable-prefix-caching: [true, false]"。',
    'tune.file.notServer': '不是服务器参数',
    'tune.file.notServer.remedy': '压测参数请写在 "benchmark:" 下。',
    'tune.file.condition': '必须写明另一个可调参数及其部分取值',
    'tune.file.condition.remedy':
      '请写明该参数在哪个参数取何值时才生效，例如 "attention-backend: FLASHINFER"。',
    'tune.preset.leftOut': '--{flag} 不参与调优。{why}',
    'tune.preset.oneGpu': '服务器只有一张 GPU。',
    'tune.preset.noDrafter': '需要草稿模型：请在文件中以 "speculative-model" 写明。',
    'tune.preset.notSimulated': '模拟器不模拟该参数。',
    'tune.preset.noFlags': '该预设没有适用于这台服务器的参数。',
    'tune.file.price.remedy':
      '以成本为目标需要服务器价格：请添加 "price: { per-hour: 2.5, currency: USD }"。',
    'tune.file.oneObjective': '是第二个目标；一次调优只能有一个目标',
    'tune.noEnergy': '模拟服务器没有 GPU，无法测量能耗。',
    'tune.objective.capacity': '容量',
    'tune.objective.tokens-per-gpu': '每 GPU tok/s',
    'tune.objective.cost': '每百万 token 成本',
    'tune.objective.energy': '每 token 焦耳',
    'tune.worth.tokens': '每 GPU {value} tok/s',
    'tune.worth.cost': '每百万 token {value} {currency}',
    'tune.worth.energy': '每 token {value} J',
    'tune.answer.worthAt': '{load} 时{worth}',
    'tune.answer.noEnergy': '未测得能耗：服务器的 GPU 都没有报告功率',
    'tune.answer.advice.noEnergy':
      '请在 Kneepoint 能采样 GPU（nvidia-smi）的主机上启动服务器，或改用其他目标。',
    'tune.answer.effectsOf':
      '各参数取值相对其默认值对目标（{objective}）的影响（对其余参数取平均，越高越好）：',
    'tune.defaults': '默认配置',
    'tune.log.chosen': '下一个配置：{setting}，{why}。',
    'tune.log.chosen.expected': '下一个配置：{setting}，{why}。预计容量约为 {expected}。',
    'tune.log.why.defaults': '作为其他配置的比较基准',
    'tune.log.why.filling': '用于了解尚未覆盖的区域',
    'tune.log.why.promising': '单位时间的期望改进最大',
    'tune.log.why.doubtful': '如果各参数的相互作用比模型预期的强，它可能更好',
    'tune.log.why.neighbour': '与目前最佳只差一个参数',
    'tune.log.why.two-flags': '与目前最佳相差两个参数',
    'tune.log.failure': '可能启动或运行失败（概率 {percent} %）。',
    'tune.log.left.measured': '{setting}：容量约为 {capacity}；目前最佳为 {best}。',
    'tune.log.left.surely-worse': '{setting} 出局：其容量可以确定低于目前最佳的 {best}。',
    'tune.log.left.failed': '{setting} 出局：服务器或运行在该配置下失败，或其回复与默认配置不同。',
    'tune.log.left.client-limited': '{setting} 出局：瓶颈在客户端，其运行无法反映容量。',
    'tune.log.answers':
      '{setting}：首个差异之前有 {equal} 的 token 与默认配置相同；{prompts|#|#} 条回复中 {exact} 条完全一致。',
    'tune.log.answers.floor':
      '默认配置对 {prompts|#|#} 条贪心解码的提示词回答了两次：首个差异之前有 {equal} 的 token 相同，{exact} 条完全一致。',
    'tune.log.answers.unknown': '{setting}：未比较其回复。{why}',
    'tune.answers.notCompared': '无法将其回复与默认配置比较，而 "limits" 要求比较。',
    'tune.answers.differ':
      '首个差异之前只有 {equal} 的 token 与默认配置相同；"limits" 要求 {least}。',
    'tune.answers.backend': '无法比较后端 {name} 的回复。',
    'tune.answers.status': '服务器以 HTTP {status} 拒绝了贪心解码的提示词。',
    'tune.answers.note':
      '默认配置两次回答的 token 有 {equal} 相同（{prompts|#|#} 条中 {exact} 条完全一致）；更小的差异没有意义。',
    'tune.log.refining': '{setting} 可能是最佳配置，再次测量。',
    'tune.log.confirming': '确认阶段：{setting}，重新启动并独立测量。',
    'tune.answer.better':
      '{setting}：限值内 {capacity}（{interval}），与默认配置相比 {gain}（{low} … {high}）',
    'tune.answer.notBetter': '未找到优于默认配置的配置：限值内 {capacity}（{interval}）',
    'tune.answer.challenger':
      '其余配置中最好的是 {setting}，与默认配置相比 {gain}（{low} … {high}）。',
    'tune.answer.unconfirmed': '{setting} 最有希望：限值内约 {capacity}（{interval}），尚未确认',
    'tune.answer.unconfirmedBare': '{setting} 最有希望，但尚未确认，其容量也未测定',
    'tune.answer.none': '没有配置能满足限值',
    'tune.answer.open': '尚无结果：还没有测出任何配置的容量',
    'tune.answer.advice.unconfirmed':
      '请提高预算：确认阶段至少需要 {starts} 次启动和 {runs} 次运行。',
    'tune.answer.advice.client': '瓶颈在客户端。请改用更快或更空闲的机器发送负载，再重新开始调优。',
    'tune.answer.advice.open': '请继续该调优，或以更大的预算重新开始。',
    'tune.answer.advice.none': '请放宽限值，或降低 "objective" 中的 "from"。',
    'tune.answer.chance': '在容量已知的 {count|#|#} 个配置中，它最佳的概率为 {percent} %。',
    'tune.answer.simplest': '改动更少且差距在 2 % 以内：{setting}。',
    'tune.answer.intervals': '区间包含真值的概率为 95 %。',
    'tune.answer.unsteady':
      '确认它的 {runs} 次运行中有 {count} 次服务器未达到稳态：延长每次运行（seconds-per-run）后，容量可能更低。',
    'tune.answer.spent': '共试 {tried|#|#} 个配置、{runs|#|#} 次运行，GPU 时间 {time}。',
    'tune.answer.failedOne': '{setting}：{why}',
    'tune.answer.failedWhy': '未报告原因',
    'tune.answer.effects': '各参数取值相对其默认值的容量变化（对其余参数取平均）：',
    'tune.answer.settings': '各配置在调优过程中的测量结果：',
    'tune.answer.more': '其余 {count|#|#} 个配置见 JSON。',
    'tune.head.flag': '参数',
    'tune.head.value': '取值',
    'tune.head.effect': '影响',
    'tune.head.interval': '95 % 区间',
    'tune.head.measured': '配置数',
    'tune.head.setting': '配置',
    'tune.head.capacity': '容量',
    'tune.head.runs': '运行数',
    'tune.head.equal': '相同 token',
    'tune.head.exact': '完全一致',
    'tune.plan.space':
      '{name}：{flags|#|#} 个参数，共 {settings|#|#} 个配置，预先排除 {refused} 个',
    'tune.plan.start': '起始配置：{settings}',
    'tune.plan.budget': '预算：{budget}',
    'tune.plan.gpuMinutes': '{minutes} GPU 分钟',
    'tune.plan.runs': '{count|#|#} 次运行',
    'tune.plan.time': '预计需 {duration}：至少 {starts} 次启动，每次 {start}；每次运行 {run}。',
    'tune.plan.cost': '最多 {amount} {currency}。',
    'tune.goOnWith': '已保存 {done|#|#} 个点。继续请用：kneepoint tune --resume {id}',
    'tune.notATuning': '“{name}”是扫描，不是调优。',
    'tune.notATuning.remedy': '请用 "kneepoint bench sweep --resume" 继续。',
    'tune.compose.flags': '请添加可调的服务器参数。',
    'tune.compose.limits': '请添加限值：容量是满足全部限值的最高负载。',
    'tune.compose.budget': '请设置预算：GPU 用时、运行数或总时长。',
    'tune.compose.price': '请在“运行方式”中填写服务器价格。',
    'tune.compose.oneServer': '调优需要恰好一台服务器，目前选了 {count} 台。',
    'tune.oneServer': '调优需要恰好一台服务器；文件中有 {count} 台。',
  },
})
