import type { jobSender } from '#features/slurm-load/core/load-job.ts'

type TextOfEachFlag = Readonly<Record<keyof typeof jobSender.flags, string>>

const labels: TextOfEachFlag = {
  loadNodes: '负载节点数',
  loadJob: '已有负载作业',
  loadTasksPerNode: '每节点任务数',
  loadPartition: '负载分区',
  loadAccount: '负载账户',
  loadQos: '负载 QOS',
  loadTimeLimit: '负载时限',
  loadSbatchOption: '负载 sbatch 选项',
}

const summaries: TextOfEachFlag = {
  loadNodes: '发送负载的 Slurm 作业的节点数（--on slurm:LOGIN）。',
  loadJob: '已有的 Slurm 作业：由其节点在单独的作业步中发送负载，之后作业继续运行。',
  loadTasksPerNode: '作业在每个节点上的负载生成器数量。',
  loadPartition: '作业所用的分区；默认为集群的默认分区。',
  loadAccount: '作业计费的账户。',
  loadQos: '作业的服务质量（QOS）。',
  loadTimeLimit: '作业最长运行时间：90、4:00:00 或 1-12。',
  loadSbatchOption: '原样传给 sbatch：--load-sbatch-option=--exclusive。',
}

export const jobFlagsZh = { labels, summaries }
