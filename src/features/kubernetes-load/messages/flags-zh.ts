import type { podSender } from '#features/kubernetes-load/core/load-pods.ts'

type TextOfEachFlag = Readonly<Record<keyof typeof podSender.flags, string>>

const labels: TextOfEachFlag = {
  loadPods: '负载 Pod 数',
  loadImage: '负载镜像',
  loadGenerator: '压测程序来源',
  loadCpu: '每 Pod CPU',
  loadMemory: '每 Pod 内存',
  loadPodSpec: '更多 Pod 字段',
}

const summaries: TextOfEachFlag = {
  loadPods: '发送负载的 Pod 数（--on kubernetes:CONTEXT）。',
  loadImage: 'Pod 的镜像，需带 shell；若含 Node 22 或更新版本，则无需复制自带的 Node。',
  loadGenerator: 'Pod 如何取得压测程序：镜像自带、ConfigMap 挂载或复制；auto 按此顺序尝试。',
  loadCpu: '每个 Pod 请求的 CPU：2 或 500m。',
  loadMemory: '每个 Pod 请求的内存，同时为上限：1Gi。',
  loadPodSpec: 'Pod spec 的更多字段，写成 JSON：nodeSelector、tolerations。',
}

export const podFlagsZh = { labels, summaries }
