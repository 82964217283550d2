// 发送负载的 Slurm 作业与 Kubernetes Pod。
export const loadJobsZh = {
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
  'loadJob.lost.remedy': '此前的测量结果已保留；请重新运行其余部分。',
  'loadJob.ended': '发送负载的作业 {id} 已结束：{state}。',
  'loadJob.taskReported': '任务 {task}：{what}',
  'loadJob.exitCode': '退出码 {code}',
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
} as const
