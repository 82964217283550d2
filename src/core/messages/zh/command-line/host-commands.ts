// 主机与服务器命令的说明。
const server = 'SERVER 是“kneepoint server list”显示的 id。'
const place = 'HOST 是已保存的主机、“local”，或 ssh 能识别的名称。'
const onHost = '服务器所在的主机。'

/** 也用于 bench startup。 */
const launchFlags = {
  name: '服务器的名称。',
  program: 'vllm 程序的路径；不填则用 PATH 中的。',
  venv: '从该虚拟环境运行。',
  image: '在该 Docker 镜像中运行。',
  gpus: '可见的 GPU：0,1 或其 UUID。',
  slurm: '作为作业运行：HOST 是提交作业的机器，节点由 Slurm 选择。',
  partition: '作业的分区（队列）。',
  account: '作业计费的账户。',
  qos: '作业的服务质量（QOS）。',
  timeLimit: '作业的时限：90、4:00:00 或 1-12。',
  gpusPerNode: '作业申请的 GPU：2 或 h100:4。',
  sbatchOption: '原样传给 sbatch：--sbatch-option=--exclusive。',
  nodes:
    '服务器跨越的节点数（--nnodes）：rank 0 在首个节点上提供服务，其余以 headless 方式运行。需要 --slurm。',
  loadNodes: '同一次提交中另外申请的负载节点数：bench serve --on slurm:HOST --load-job ID。',
  loadSbatchOption: '这些节点的 sbatch 选项：--load-sbatch-option=--partition=cpu。',
  setup: '作业中启动服务器之前执行的 sh 语句：“module load cuda”。',
  env: '传给它的环境变量；主机上的所有人都能读到。',
  secret: '取自当前 shell 或当场询问的变量，放在只有你能读的文件里传给它。',
  readyTimeoutS: '最多等待多久。',
}

export const hostCommands = {
  'kneepoint host add': {
    about:
      '经 SSH 连接一台机器，读取其信息并保存。DESTINATION 是 ~/.ssh/config 中的名称，或 ssh 能识别的地址。',
    flags: {
      name: '在此处的名称。',
      user: '在该机器上的用户名。',
      port: '其 SSH 服务器的端口。',
      identityFile: '使用的私钥。',
      ourNode: '即使那里已有 Node，也把自带的 Node 传过去，用于从那里发送负载（--on）。',
    },
  },
  'kneepoint host list': {
    about: '列出可启动服务器的机器，以及上次读到的 GPU。',
    flags: { json: '以 JSON 输出，而非表格。' },
  },
  'kneepoint host facts': {
    about: `读取一台机器的 GPU 及其使用者、内存、磁盘、模型和 vLLM 安装情况。${place}`,
    flags: { json: '以 JSON 输出全部内容。' },
  },
  'kneepoint bench startup': {
    about:
      '在主机上多次启动并停止“vllm serve”，按阶段显示到首次响应为止的用时。冷启动时编译缓存为空；权重可能仍在主机内存中。HOST 和“--”之后的参数与“server launch”相同：kneepoint bench startup local -- Qwen/Qwen3-8B',
    flags: {
      numItersCold: '编译缓存为空时的启动次数。',
      numItersWarmup: '热启动之前填充缓存的启动次数，不计入结果。',
      numItersWarm: '利用先前编译结果的启动次数。',
      outputJson: '同时把用时写入该文件，键名同 vLLM。',
      ...launchFlags,
    },
  },
  'kneepoint server launch': {
    about: `在主机上启动“vllm serve”，等到它能响应为止；本命令结束后它继续运行。${place}“--”之后的参数交给 vLLM：kneepoint server launch gpu-03 --gpus 0,1 -- Qwen/Qwen3-8B --tensor-parallel-size 2`,
    flags: {
      ...launchFlags,
      dryRun: '只检查主机并显示命令。',
      noWait: '不等它能响应。',
    },
  },
  'kneepoint server list': {
    about: '向主机查询在那里启动过的服务器，无论从本机还是别的机器启动，正在运行或已结束。',
    flags: { on: '只查这台主机，而非全部已保存的主机。', json: '以 JSON 输出，而非表格。' },
  },
  'kneepoint server logs': {
    about: `显示所启动服务器的日志。${server}`,
    flags: { on: onHost, follow: '持续显示，直到服务器结束或按下 Ctrl-C。' },
  },
  'kneepoint server stop': {
    about: `结束一台所启动的服务器：先请求其退出，然后结束其会话中剩余的进程。${server}`,
    flags: {
      on: onHost,
      patienceS: '最多等多久让它自行结束。',
      remove: '同时删除其文件夹和日志。',
    },
  },
}
