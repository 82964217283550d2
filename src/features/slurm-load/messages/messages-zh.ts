import type { Translation } from '#core/messages/template.ts'
import type { slurmLoadMessages } from './messages.ts'

export const slurmLoadMessagesZh = {
  'config.nodesWithoutJob': '只用于 Slurm 作业；请加上 --on slurm:LOGIN，或去掉此项',
  'config.jobNumber': '必须是 Slurm 作业号，例如 4711',
  'config.jobExists':
    '指定的是已有作业，其分区、账户、QOS、时限和 sbatch 选项均已确定；请去掉 --load-partition 等设置',
  'config.sbatchOption': '必须是 sbatch 的选项，例如 --exclusive',
  'loadJob.noSlurm': '无法在 {host} 上提交作业：没有 sbatch。',
  'loadJob.noSlurm.remedy': '请指定由 Slurm 管理的集群的登录节点：--on slurm:LOGIN。',
  'loadJob.refused': '{host} 上的 Slurm 拒绝了发送负载的作业：{why}',
  'loadJob.refused.remedy':
    '请检查 --load-nodes、--load-tasks-per-node、--load-partition 等作业设置；在 {host} 上运行 `sinfo` 可查看集群资源。',
  'loadJob.noPartition': '{host} 所在集群没有分区 {partition}。',
  'loadJob.noPartition.remedy': '现有分区：{partitions}。请用 --load-partition 选择。',
  'loadJob.unknown': '{host} 上的 Slurm 没有排队或运行中的作业 {id}。',
  'loadJob.unknown.remedy':
    '请指定 {host} 上 `squeue --me` 列出的作业；不填 --load-job 则提交新作业。',
  'loadJob.fewNodes': '作业 {id} 可用于负载的节点有 {there} 个，而 --load-nodes 要求 {nodes} 个。',
  'loadJob.fewNodes.remedy': '请减小 --load-nodes，或指定节点更多的作业。',
  'loadJob.waiting': '作业 {id} 正在排队：{reason}',
  'loadJob.reasonUnknown': 'Slurm 未给出原因',
  'loadJob.waitedTooLong':
    '发送负载的作业 {id} 在 {host} 的队列中等待了 {seconds} s，已取消。Slurm 给出的原因：{reason}。',
  'loadJob.waitedTooLong.remedy': '请减少节点数或更换分区，或调大 --load-queue-timeout-sec。',
  'loadJob.neverStarts': '发送负载的作业 {id} 无法启动，已取消：{reason}。',
  'loadJob.neverStarts.remedy': '请修改作业设置，使集群能够满足；尚未发送任何请求。',
  'loadJob.startTimeout':
    '作业 {id} 已运行，但 {seconds} s 内只有 {started}/{count} 个任务启动。作业日志最后一行：{line}',
  'loadJob.startTimeout.remedy': '请检查作业所在节点是否响应（`sinfo -R`）。',
  'loadJob.noFolder': '{node} 上没有文件 {file}。',
  'loadJob.noFolder.remedy':
    '计算节点必须与登录节点共享 home 目录，或共享登录节点上 XDG_DATA_HOME 所指的目录。',
  'loadJob.noNode': '{node} 上没有可运行的 Node（{system}）。',
  'loadJob.noNode.remedy':
    '自带的 Node 需要 glibc 2.28 或更新版本。请在 ~/.local/bin 或节点的 PATH 中放入适合该节点的 Node。',
  'loadJob.noWay': '无法经 {host} 连接 {node} 上的负载生成器：{why}',
  'loadJob.noWay.remedy':
    '登录节点的 SSH 服务器必须允许转发到计算节点（AllowTcpForwarding、PermitOpen），且两者之间不能有防火墙阻断。',
  'loadJob.noServer': '{node} 无法访问 {server} 上的服务器：{why}。',
  'loadJob.noServer.remedy': '请使用作业中每个节点都能访问的服务器地址。',
  'loadJob.taskEnded': '{node} 上的负载生成器已结束（{why}）。',
  'loadJob.nodeFailed': 'Slurm 报告节点 {node} 故障。',
  'loadJob.connectionClosed': '到 {node} 上负载生成器的连接已关闭。',
  'loadJob.ended': '发送负载的作业 {id} 已结束：{state}。',
  'loadJob.taskReported': '任务 {task}：{what}',
} satisfies Translation<typeof slurmLoadMessages>

export const jobFlagsZh = {
  labels: {
    loadNodes: '负载节点数',
    loadJob: '已有负载作业',
    loadTasksPerNode: '每节点任务数',
    loadPartition: '负载分区',
    loadAccount: '负载账户',
    loadQos: '负载 QOS',
    loadTimeLimit: '负载时限',
    loadSbatchOption: '负载 sbatch 选项',
  },
  summaries: {
    loadNodes: '发送负载的 Slurm 作业的节点数（--on slurm:LOGIN）。',
    loadJob: '已有的 Slurm 作业：由其节点在单独的作业步中发送负载，之后作业继续运行。',
    loadTasksPerNode: '作业在每个节点上的负载生成器数量。',
    loadPartition: '作业所用的分区；默认为集群的默认分区。',
    loadAccount: '作业计费的账户。',
    loadQos: '作业的服务质量（QOS）。',
    loadTimeLimit: '作业最长运行时间：90、4:00:00 或 1-12。',
    loadSbatchOption: '原样传给 sbatch：--load-sbatch-option=--exclusive。',
  },
}
