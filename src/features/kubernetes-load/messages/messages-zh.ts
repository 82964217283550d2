import type { Translation } from '#core/messages/template.ts'
import type { kubernetesLoadMessages } from './messages.ts'

export const kubernetesLoadMessagesZh = {
  'config.emptyContext': '必须指定 kubeconfig 中的 context：kubernetes:CONTEXT[/NAMESPACE]',
  'config.podsWithoutCluster': '只用于 Pod；请加上 --on kubernetes:CONTEXT，或去掉此项',
  'config.morePodsThanRequests': '不能超过 --num-prompts：每个 Pod 至少要有一个请求',
  'config.imageMissing': '必须指定 Pod 的镜像，例如 node:24-slim',
  'config.podQuantity': '必须是 Kubernetes 写法的资源量，例如 2、500m 或 1Gi',
  'loadPods.noKubeconfig': '无法读取 kubeconfig：{why}。',
  'loadPods.noKubeconfig.remedy':
    '请用 `kubectl config view` 检查 ~/.kube/config 或 KUBECONFIG 指定的文件。',
  'loadPods.noContext': 'kubeconfig 中没有 context {context}。',
  'loadPods.noContext.remedy':
    '现有：{contexts}。请用 --on kubernetes:CONTEXT[/NAMESPACE] 指定其一。',
  'loadPods.noContexts': '无',
  'loadPods.unreachable': '无法连接 context {context} 的 API server {server}：{why}。',
  'loadPods.unreachable.remedy':
    '请用 `kubectl --context {context} get --raw /readyz` 检查到集群的网络或 VPN。',
  'loadPods.byProxy': '{why}（经由代理 {proxy}）',
  'loadPods.noCredentials': 'kubeconfig 未能提供 context {context} 的凭据：{why}。',
  'loadPods.noCredentials.remedy':
    '请运行 `kubectl --context {context} auth whoami`：它会报出同样的问题，或完成登录。',
  'loadPods.loginWithout': '获取凭据的程序没有输出凭据',
  'loadPods.loginTooLong': '获取凭据的程序 {seconds} 秒内没有结束',
  'loadPods.credentials': 'API server 拒绝了 context {context} 的凭据：{why}。',
  'loadPods.credentials.remedy': '请重新登录集群后再运行。',
  'loadPods.noNamespace': 'context {context} 的集群没有命名空间 {namespace}。',
  'loadPods.noNamespace.remedy':
    '请创建它，或用 --on kubernetes:CONTEXT/NAMESPACE 指定其他命名空间。',
  'loadPods.noRights': 'context {context} 的用户在命名空间 {namespace} 中缺少权限：{rights}。',
  'loadPods.noRights.remedy': '请绑定具有这些权限的角色，或指定其他命名空间。',
  'loadPods.refused': 'API server 拒绝了发送负载的 Job：{why}',
  'loadPods.refused.remedy':
    '请检查 --load-pods、--load-image、--load-cpu、--load-memory 和 --load-pod-spec；--dry-run 可打印清单。',
  'loadPods.noPods': 'Kubernetes 无法创建 Job {job} 的 Pod：{why}',
  'loadPods.noPods.remedy':
    '请减少 Pod 数或 CPU、内存请求，或用 --load-pod-spec 满足命名空间的要求。',
  'loadPods.waiting': '{count} 个 Pod 中有 {running} 个在运行。{pod} 正在等待：{reason}。',
  'loadPods.notCreated': 'Job {job} 正在等待创建 Pod。',
  'loadPods.reasonUnknown': '尚未调度',
  'loadPods.waitedTooLong':
    '{seconds} s 后 {count} 个 Pod 中只有 {running} 个在运行，Job 已删除。{reason}',
  'loadPods.waitedTooLong.remedy':
    '请减少 Pod 数或 CPU、内存请求，或调大 --load-queue-timeout-sec。',
  'loadPods.image': 'Pod {pod} 无法拉取镜像 {image}：{why}。',
  'loadPods.image.remedy':
    '请检查 --load-image，以及节点是否有权拉取（--load-pod-spec 中的 imagePullSecrets）。',
  'loadPods.start': 'Pod {pod} 的容器无法启动：{why}。',
  'loadPods.start.remedy': '请用 --load-image 选择带 shell（sh、sleep）的镜像，例如 node:24-slim。',
  'loadPods.noGenerator': 'Pod {pod} 的镜像中没有 {file} 这个压测程序。',
  'loadPods.otherGenerator':
    'Pod {pod} 的镜像中 {file} 是其他版本的压测程序：其校验和以 {found} 开头，本机的以 {own} 开头。',
  'loadPods.noGenerator.remedy':
    '请用 --load-image 指定与本机版本相同的 Kneepoint 镜像，或使用 --load-generator auto。',
  'loadPods.copies': 'API server 拒绝为压测程序创建 ConfigMap，因此改为逐个复制到 Pod：{why}。',
  'loadPods.noMap': 'API server 拒绝为压测程序创建 ConfigMap：{why}。',
  'loadPods.noMap.remedy':
    '请使用 --load-generator copy、自带压测程序的镜像，或授予创建 configmaps 的权限。',
  'loadPods.notUnpacked': '无法在 Pod {pod} 中解包压测程序：{why}。',
  'loadPods.notUnpacked.remedy': '请加上 --load-generator copy 重新运行。',
  'loadPods.evicted': 'Kubernetes 终止了 {node} 上的 Pod {pod}：{why}。',
  'loadPods.memory': '{node} 上的 Pod {pod} 达到内存上限 {memory}，已被终止。',
  'loadPods.memory.remedy': '请调大 --load-memory，或增加 Pod。',
  'loadPods.deadline': 'Job {job} 已到截止时间：{why}。',
  'loadPods.deadline.remedy': '请拆分扫描，或改由主机发送负载。',
  'loadPods.killed':
    '{node} 上 Pod {pod} 中的负载生成器被终止（{why}），可能是内存不足（上限 {memory}）。',
  'loadPods.ended': '{node} 上 Pod {pod} 中的负载生成器已退出（{why}）。',
  'loadPods.deleted': '{node} 上的 Pod {pod} 已被删除。',
  'loadPods.connection': '与 {node} 上 Pod {pod} 的连接已断开。',
  'loadPods.program': '无法在 Pod {pod} 中启动程序：{why}。',
  'loadPods.old': 'API server 不支持用 {protocol} 在 Pod 中运行程序。',
  'loadPods.old.remedy': 'Kubernetes 1.30 起支持；请改由主机发送负载。',
  'loadPods.serverHere': 'Pod 无法访问 {url}，它是本机地址。',
  'loadPods.serverHere.remedy': '请使用 Pod 能访问的服务器地址，或由本机发送负载。',
} satisfies Translation<typeof kubernetesLoadMessages>

export const podFlagsZh = {
  labels: {
    loadPods: '负载 Pod 数',
    loadImage: '负载镜像',
    loadGenerator: '压测程序来源',
    loadCpu: '每 Pod CPU',
    loadMemory: '每 Pod 内存',
    loadPodSpec: '更多 Pod 字段',
  },
  summaries: {
    loadPods: '发送负载的 Pod 数（--on kubernetes:CONTEXT）。',
    loadImage: 'Pod 的镜像，需带 shell；若含 Node 22 或更新版本，则无需复制自带的 Node。',
    loadGenerator: 'Pod 如何取得压测程序：镜像自带、ConfigMap 挂载或复制；auto 按此顺序尝试。',
    loadCpu: '每个 Pod 请求的 CPU：2 或 500m。',
    loadMemory: '每个 Pod 请求的内存，同时为上限：1Gi。',
    loadPodSpec: 'Pod spec 的更多字段，写成 JSON：nodeSelector、tolerations。',
  },
}
