// 由 Slurm 作业或 Pod 发出负载时，各参数的名称和说明。
import type { FlagTexts } from '../../flag-texts.ts'

export const loadPlaceFlags = {
  loadNodes: {
    label: '负载节点数',
    summary: '发送负载的 Slurm 作业的节点数（--on slurm:LOGIN）。',
  },
  loadJob: {
    label: '已有负载作业',
    summary: '已有的 Slurm 作业：由其节点在单独的作业步中发送负载，之后作业继续运行。',
  },
  loadTasksPerNode: { label: '每节点任务数', summary: '作业在每个节点上的负载生成器数量。' },
  loadPartition: { label: '负载分区', summary: '作业所用的分区；默认为集群的默认分区。' },
  loadAccount: { label: '负载账户', summary: '作业计费的账户。' },
  loadQos: { label: '负载 QOS', summary: '作业的服务质量（QOS）。' },
  loadTimeLimit: { label: '负载时限', summary: '作业最长运行时间：90、4:00:00 或 1-12。' },
  loadSbatchOption: {
    label: '负载 sbatch 选项',
    summary: '原样传给 sbatch：--load-sbatch-option=--exclusive。',
  },
  loadQueueTimeoutSec: {
    label: '排队上限',
    summary: '作业最多可排队多久；超时则取消作业，运行失败。',
  },
  loadPods: {
    label: '负载 Pod 数',
    summary: '发送负载的 Pod 数（--on kubernetes:CONTEXT）。',
  },
  loadImage: {
    label: '负载镜像',
    summary: 'Pod 的镜像，需带 shell；若含 Node 22 或更新版本，则无需复制自带的 Node。',
  },
  loadGenerator: {
    label: '压测程序来源',
    summary: 'Pod 如何取得压测程序：镜像自带、ConfigMap 挂载或复制；auto 按此顺序尝试。',
  },
  loadCpu: { label: '每 Pod CPU', summary: '每个 Pod 请求的 CPU：2 或 500m。' },
  loadMemory: { label: '每 Pod 内存', summary: '每个 Pod 请求的内存，同时为上限：1Gi。' },
  loadPodSpec: {
    label: '更多 Pod 字段',
    summary: 'Pod spec 的更多字段，写成 JSON：nodeSelector、tolerations。',
  },
} as const satisfies Partial<FlagTexts>
