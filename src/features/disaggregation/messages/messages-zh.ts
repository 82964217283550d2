import type { Translation } from '#core/messages/template.ts'
import type { disaggregationMessages } from './messages.ts'

export const disaggregationMessagesZh = {
  'answers.pools.prefill':
    '瓶颈在 prefill：{count} 个实例中有 {queued} 个出现排队，平均 {waiting} 个请求在等待，而 {other}。请增加 prefill 实例。',
  'answers.pools.decode':
    '瓶颈在 decode：{count} 个实例中有 {queued} 个出现排队，平均 {waiting} 个请求在等待，而 {other}。请增加 decode 实例。',
  'answers.pools.transfer':
    '瓶颈在 KV 传输：平均有 {waiting} 个请求等待 decode，其中 {transferring} 个正在传输，每次 {ms} ms。请检查两个池之间的网络。',
  'answers.pools.both':
    '两个池都已满：平均有 {prefill} 个请求等待 prefill，{decode} 个请求等待 decode。请同时增加两种实例。',
  'answers.pools.neither': '两个池都未满：{prefill}，{decode}。',
  'answers.pools.notKnown': '无法判断瓶颈在哪个池：运行的大部分时间没有 {names} 的采样。',
  'answers.pools.slots': '{pool} 占用 {share} % 的槽位',
  'answers.pools.kvCache': '{pool} 占用 {share} % 的 KV 缓存',
  'answers.pools.running': '{pool} 有 {count} 个请求在运行',
  'launch.pairAsJob': 'P/D 分离的服务器在主机上直接运行，不能作为 Slurm 作业。',
  'launch.pairAsJob.remedy': '请在有 GPU 的主机上启动；或自行提交作业，再按路由器的地址接入。',
  'launch.pairInContainers': 'P/D 分离的实例以程序或虚拟环境方式运行，不支持 docker run。',
  'launch.pairInContainers.remedy': '请选择其他运行环境；或自行启动容器，再按路由器的地址接入。',
  'launch.pairGpus':
    '{prefill} 个 prefill 实例和 {decode} 个 decode 实例共需 {wanted} 个 GPU，而可用的有 {seen} 个。',
  'launch.pairGpus.remedy': '请减少实例数，降低某个池的并行数，或分配更多 GPU。',
  'launch.poolsDiffer':
    'prefill 与 decode 的 --{flag} 必须一致，因为一方要读取另一方的 KV 缓存：{prefill} 与 {decode}。',
  'launch.poolsDiffer.remedy': '请在服务器参数中为两者统一设置，并从各池的参数中去掉。',
  'launch.usualValue': 'vLLM 的默认值',
  'launch.routerPlaceholders': '路由器命令缺少 {missing}。',
  'launch.routerPlaceholders.remedy': '请写明两个池和端口：{example}。',
  'launch.routerUnknown': '路由器命令中有未知的占位符：{names}。',
  'launch.routerUnknown.remedy':
    '可用的有 host、port、metrics-port，以及 prefill- 或 decode- 后接 url、host、port 或其复数。',
  'launch.noRouter': '该主机上没有把请求分发到两个池的程序 “{program}”。',
  'launch.noRouter.remedy':
    '请安装（pip install vllm-router），填写其路径，或改用其他路由器的命令。',
  'cli.noPair': '{flag} 用于 P/D 分离的服务器。',
  'cli.noPair.remedy': '请加上 --prefill N，或去掉该参数。',
  'cli.notAPoolFlag': '“{word}” 不是已知的 vLLM 参数。',
  'cli.notAPoolFlag.remedy': '请用 "vllm serve --help" 核对名称；两个池共用的参数写在 "--" 之后。',
} satisfies Translation<typeof disaggregationMessages>

export const pairFlagsZh = {
  labels: {},
  summaries: {
    prefill: '启动 P/D 分离的服务器：N 个 prefill 实例、decode 实例，以及对外提供服务的路由器。',
    decode: 'decode 实例数，默认 1。',
    prefillFlags: '仅用于 prefill 实例的 vLLM 参数。',
    decodeFlags: '仅用于 decode 实例的 vLLM 参数。',
    router:
      '路由器的命令，可用占位符，例如 --port {port} --prefill {prefill-url} --decode {decode-url}。',
  },
}
