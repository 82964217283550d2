// Messages of rehearsals of MLPerf Endpoints.
import { featureMessages } from '#core/messages/joined-catalogue.ts'

export const mlperfMessages = featureMessages({
  en: {
    'mlperf.concurrency': 'Concurrency',
    'mlperf.region': 'Region',
    'mlperf.minutes': 'Minutes',
    'mlperf.status': 'Status',
    'mlperf.verdict': 'Verdict',
    'mlperf.rehearsal':
      'A rehearsal, not a submission: the checker rejects it for its seeds and its missing accuracy run, whatever else is right.',
    'mlperf.noPoint': 'No run at a fixed concurrency is among these.',
    'mlperf.noPoint.remedy':
      'Name a sweep that "kneepoint mlperf plan" wrote, or runs with --max-concurrency and --request-rate inf.',
    'mlperf.severalCurves':
      'These runs are of several servers, models or datasets; a curve is of one.',
    'mlperf.severalCurves.remedy': 'Name the runs of one of them.',
    'mlperf.cost': 'At least {hours} h of load, {gpuHours} GPU hours, without starts.',
    'mlperf.audit.passed': 'Passed: the repeated prompt is not served from stored responses.',
    'mlperf.audit.cached': 'Failed: the repeated prompt is served at least 10 % faster.',
    'mlperf.audit.incomplete':
      'Failed: in one of the runs less than 90 % of the requests completed.',
    'mlperf.audit.rates':
      'Requests per second: {distinct} with distinct prompts, {repeated} with the repeated one ({change} %).',
    'mlperf.audit.lengths':
      'The responses to the repeated prompt have {change} % more output tokens than the others, so their rates are not comparable: use --ignore-eos with one output length.',
    'mlperf.audit.prefix':
      'TPOT differs by only {tpot} %, so tokens were generated as before. TTFT differs by {ttft} %: the prefix cache saves the prompt. To audit the responses alone, start the server without it (--no-enable-prefix-caching).',
    'mlperf.audit.twoRuns': 'An audit takes two completed runs.',
    'mlperf.audit.twoRuns.remedy':
      'Name the run of distinct prompts first, then the run that repeats one. "kneepoint runs" lists them.',
    'mlperf.audit.no.load':
      'One of these runs has no fixed concurrency, so its rate does not show how fast the server is.',
    'mlperf.audit.no.load.remedy': 'Measure both with --request-rate inf and --max-concurrency.',
    'mlperf.audit.no.distinct': 'The first run sends its prompts more than once.',
    'mlperf.audit.no.distinct.remedy':
      'Raise --num-prompts above the number of requests, or leave out --duration-minutes.',
    'mlperf.audit.no.known': 'The server knew the prompts of the first run before it began.',
    'mlperf.audit.no.known.remedy':
      'Restart the server, or measure the first run with another --seed.',
    'mlperf.audit.no.repeated': 'The second run does not repeat one prompt.',
    'mlperf.audit.no.repeated.remedy':
      'Measure it with --num-prompts 1 and --duration-minutes, which repeats the prompt.',
    'mlperf.audit.no.different': 'These runs differ in server, model, dataset or concurrency.',
    'mlperf.audit.no.different.remedy': 'Measure both with the same flags, except --num-prompts.',
  },
  zh: {
    'mlperf.concurrency': '并发',
    'mlperf.region': '区域',
    'mlperf.minutes': '分钟',
    'mlperf.status': '状态',
    'mlperf.verdict': '判定',
    'mlperf.rehearsal': '这是预演，不是提交：随机种子不符且没有精度运行，检查器必然拒绝。',
    'mlperf.noPoint': '其中没有固定并发的运行。',
    'mlperf.noPoint.remedy':
      '请指定“kneepoint mlperf plan”所写的扫描，或带 --max-concurrency 与 --request-rate inf 的运行。',
    'mlperf.severalCurves': '这些运行属于多个服务器、模型或数据集；一条曲线只能属于一个。',
    'mlperf.severalCurves.remedy': '请只指定其中一个的运行。',
    'mlperf.cost': '负载至少 {hours} 小时，{gpuHours} GPU 小时，不含启动时间。',
    'mlperf.audit.passed': '通过：重复的 prompt 没有由已存的响应提供。',
    'mlperf.audit.cached': '未通过：重复的 prompt 快了至少 10 %。',
    'mlperf.audit.incomplete': '未通过：其中一次运行完成的请求不足 90 %。',
    'mlperf.audit.rates':
      '每秒请求数：不同 prompt 为 {distinct}，重复 prompt 为 {repeated}（{change} %）。',
    'mlperf.audit.lengths':
      '重复 prompt 的响应比其他响应多 {change} % 的输出 token，速率不可比：请用 --ignore-eos 和同一输出长度。',
    'mlperf.audit.prefix':
      'TPOT 只相差 {tpot} %，说明 token 照常生成。TTFT 相差 {ttft} %：前缀缓存省去了 prompt 的计算。若只审计响应，请关闭前缀缓存启动服务器（--no-enable-prefix-caching）。',
    'mlperf.audit.twoRuns': '审计需要两次已完成的运行。',
    'mlperf.audit.twoRuns.remedy':
      '先给出不同 prompt 的运行，再给出重复同一 prompt 的运行。“kneepoint runs”列出它们。',
    'mlperf.audit.no.load': '其中一次运行没有固定并发，其速率不能说明服务器有多快。',
    'mlperf.audit.no.load.remedy': '两次都请用 --request-rate inf 和 --max-concurrency 测量。',
    'mlperf.audit.no.distinct': '第一次运行把 prompt 发送了不止一遍。',
    'mlperf.audit.no.distinct.remedy': '请让 --num-prompts 大于请求数，或去掉 --duration-minutes。',
    'mlperf.audit.no.known': '第一次运行开始前，服务器已经见过它的 prompt。',
    'mlperf.audit.no.known.remedy': '请重启服务器，或换一个 --seed 测量第一次运行。',
    'mlperf.audit.no.repeated': '第二次运行没有重复同一个 prompt。',
    'mlperf.audit.no.repeated.remedy':
      '请用 --num-prompts 1 和 --duration-minutes 测量，它会重复该 prompt。',
    'mlperf.audit.no.different': '这两次运行的服务器、模型、数据集或并发不同。',
    'mlperf.audit.no.different.remedy': '除 --num-prompts 外，两次请用相同的参数测量。',
  },
})
