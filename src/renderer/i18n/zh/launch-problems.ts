// What speaks against a launch, in Chinese: by the English sentence of core, as in `problems.ts`. `{+name}` stands for
// several words.
export const launchProblemsZh: Readonly<Record<string, string>> = {
  'There is no flag --{flag} in this installation.': '该安装没有参数 --{flag}。',
  'There is no flag --{flag} in any known version.': '已知版本中没有参数 --{flag}。',
  'Take it out.': '请去掉它。',
  'Did you mean --{flag}?': '是否指 --{flag}？',
  'Everybody on the host could read --{flag} among the arguments of the process.':
    '主机上的所有人都能在进程参数中读到 --{flag}。',
  'Give it as the secret {name} instead.': '请改为机密变量 {name}。',
  'vLLM {version} does not take --{flag}, which came with {since}.':
    'vLLM {version} 不接受 --{flag}，它自 {since} 起才有。',
  'vLLM {version} does not take --{flag}, which was last seen in {until}.':
    'vLLM {version} 不接受 --{flag}，它最后见于 {until}。',
  'Take it out, or use another version.': '请去掉它，或使用其他版本。',
  '--{flag} must be {+wanted}, not {+value}.': '--{flag} 必须是{+wanted}，而不是 {+value}。',
  'Change its value.': '请修改它的值。',
  'at least {limit}': '不小于 {limit} 的数',
  'at most {limit}': '不大于 {limit} 的数',
  'a whole number': '整数',
  'a number': '数字',
  'on or off': '开或关',
  text: '文本',
  'a list': '列表',
  'one of {+choices}': '以下之一：{+choices}',

  'Tensor × pipeline × data parallel needs {wanted} GPUs, but the server would see {seen}.':
    '张量 × 流水线 × 数据并行需要 {wanted} 个 GPU，而服务器只能看到 {seen} 个。',
  'Lower one of the three, give the server more GPUs, or spread it over hosts.':
    '请降低三者之一，给服务器更多 GPU，或分布到多台主机。',
  "The model's {heads} attention heads cannot be shared by {gpus} GPUs evenly.":
    '模型的 {heads} 个注意力头无法平均分给 {gpus} 个 GPU。',
  'Choose a tensor parallel size that divides the number of heads.':
    '请选择能整除注意力头数的张量并行数。',
  'Experts cannot be spread over a single GPU.': '专家无法分布在单个 GPU 上。',
  'Raise the tensor or data parallel size, or leave expert parallelism off.':
    '请提高张量或数据并行数，或关闭专家并行。',
  'Rank {rank} does not exist among {count} data parallel ranks.':
    '{count} 个数据并行 rank 中没有 {rank}。',
  'Ranks count from 0; set the data parallel size to their number.':
    'rank 从 0 开始；请把数据并行数设为 rank 的数量。',
  'GPU {index} ({+name}) has {free} GiB free, the server would claim {wanted} GiB.':
    'GPU {index}（{+name}）空闲 {free} GiB，而服务器将占用 {wanted} GiB。',
  'End what uses them, choose other GPUs, or lower --gpu-memory-utilization.':
    '请结束占用它们的进程，选择其他 GPU，或调低 --gpu-memory-utilization。',
  'The weights take {weights} GiB of each GPU, which grants {budget} GiB.':
    '权重在每个 GPU 上占 {weights} GiB，而可用 {budget} GiB。',
  'Share them between more GPUs (--tensor-parallel-size), take a quantized model, or offload some to the CPU.':
    '请分给更多 GPU（--tensor-parallel-size），选用量化模型，或将一部分卸载到 CPU。',
  'One request of full length needs {need} GiB of KV cache on each GPU, but only {left} GiB are left beside the weights.':
    '一个满长度请求在每个 GPU 上需要 {need} GiB KV 缓存，而权重之外只剩 {left} GiB。',
  'Set --max-model-len to {length} or less, or to auto; or take an fp8 KV cache or more GPUs.':
    '请把 --max-model-len 设为不大于 {length} 或 auto；或使用 fp8 KV 缓存或更多 GPU。',
  'The size of the KV cache is given in bytes, so the memory utilization has no effect.':
    'KV 缓存大小已按字节给出，显存利用率因此无效。',
  'Leave one of the two out.': '请去掉其中之一。',

  'A step of {tokens} tokens is too small for {sequences} sequences of at least one token each.':
    '一步 {tokens} 个 token 容纳不下 {sequences} 个至少各一个 token 的序列。',
  'Raise --max-num-batched-tokens or lower --max-num-seqs.':
    '请提高 --max-num-batched-tokens 或降低 --max-num-seqs。',
  'Without chunked prefill a prompt of up to {length} tokens has to fit one step of {step}.':
    '关闭分块预填充时，最长 {length} 个 token 的提示词必须放进一步的 {step} 个 token。',
  'Leave chunked prefill on, raise --max-num-batched-tokens or lower --max-model-len.':
    '请保持分块预填充，提高 --max-num-batched-tokens，或降低 --max-model-len。',
  'The model was made for {length} tokens, not {wanted}.':
    '该模型支持 {length} 个 token，而不是 {wanted}。',
  'Lower --max-model-len, or scale its positions with --hf-overrides.':
    '请降低 --max-model-len，或用 --hf-overrides 缩放位置。',
  'Automatic tool choice needs to know how the model writes its calls.':
    '自动工具选择需要知道模型如何书写调用。',
  'Set --tool-call-parser to the one made for this model.':
    '请把 --tool-call-parser 设为适合该模型的解析器。',
  'Adapters are named, but adapters are off.': '已指定适配器，但适配器未开启。',
  'Turn --enable-lora on.': '请开启 --enable-lora。',
  'Eager mode turns compilation and CUDA graphs off, whatever else is said about them.':
    'eager 模式会关闭编译和 CUDA 图，其他相关设置无效。',
  'Drop --enforce-eager, or the flags about compilation.':
    '请去掉 --enforce-eager，或去掉编译相关参数。',
  'Speculation needs a method or a draft model.': '推测解码需要方法或草稿模型。',
  'Add "method", such as "ngram", or "model" to the object.':
    '请在对象中加入 "method"（例如 "ngram"）或 "model"。',
  'AWQ checkpoints compute in float16, not in bfloat16.':
    'AWQ 权重以 float16 计算，而不是 bfloat16。',
  'Leave --dtype out or set it to half.': '请去掉 --dtype，或设为 half。',
  'The checkpoint is quantized with {found}, not with {asked}.':
    '权重的量化方式是 {found}，而不是 {asked}。',
  'Drop --quantization: the checkpoint says what it is.':
    '请去掉 --quantization：权重自带量化方式。',
  'A configuration file would hide what the server is told.': '配置文件会掩盖服务器收到的内容。',
  'Import the file, so that its flags can be seen and compared.':
    '请导入该文件，以便查看和比较其中的参数。',
  'A server without an HTTP port cannot be watched or measured.':
    '没有 HTTP 端口的服务器无法监视或测量。',
  'Leave --uds, --grpc and --headless out.': '请去掉 --uds、--grpc 和 --headless。',

  'Somebody already listens at port {port}.': '端口 {port} 已被占用。',
  'Choose another one, or none to take a free one.': '请选择其他端口，或留空使用空闲端口。',
  'There is no GPU {+list} on this host.': '该主机没有 GPU {+list}。',
  '`kneepoint host facts` lists its GPUs.': '`kneepoint host facts` 会列出其 GPU。',
  'No GPU was found: {+problem}': '没有找到 GPU：{+problem}',
  'nvidia-smi is not there.': '没有 nvidia-smi。',
  'nvidia-smi shows none.': 'nvidia-smi 没有列出 GPU。',
  'Go on if this vLLM needs none.': '若该 vLLM 不需要 GPU，可以继续。',
  'There is no model at {+path} on this host.': '该主机的 {+path} 没有模型。',
  'Check the path: the folder has to hold a config.json.': '请检查路径：目录中需有 config.json。',
  'The model has to be downloaded, and only {free} MiB are free at {+path}.':
    '需要下载模型，而 {+path} 只剩 {free} MiB。',
  'Free space, or set HF_HOME to a larger disk.': '请释放空间，或把 HF_HOME 设到更大的磁盘。',
  'Jobs cannot be submitted on this host: there is no sbatch.': '该主机无法提交作业：没有 sbatch。',
  'Choose the login node of a cluster run by Slurm, or launch without a job.':
    '请选择 Slurm 集群的登录节点，或不以作业方式启动。',
  'must be a time as Slurm writes it: 90, 4:00:00 or 1-12':
    '必须是 Slurm 的时间写法：90、4:00:00 或 1-12',
  'GPUs of a job are given by Slurm, which counts them anew.':
    '作业的 GPU 由 Slurm 分配并重新编号。',
  'Choose none here, and ask for as many as are needed by "GPUs per node".':
    '请不要在此选择，改用“每节点 GPU”申请所需数量。',
  'A job runs on one node here; this one is to run on {+nodes}.':
    '此处作业只在一个节点上运行；该作业要在 {+nodes} 上运行。',
  'Take --nodes and --nnodes out, and choose sizes that one node has GPUs for; a server over several nodes is started by a script of your own, and attached by its address.':
    '请去掉 --nodes 和 --nnodes，并选择一个节点的 GPU 能容纳的规模；跨节点的服务器请用自己的脚本启动，再按地址接入。',
  'The server needs {needed} GPUs, and the job asks for {count}.':
    '服务器需要 {needed} 个 GPU，而作业申请了 {count} 个。',
  'Ask for as many GPUs per node as tensor × pipeline × data parallel need.':
    '请按张量 × 流水线 × 数据并行所需申请每节点 GPU。',
  'A job runs on another machine, where {address} cannot be reached from here.':
    '作业在另一台机器上运行，从这里无法访问那里的 {address}。',
  'Listen on 0.0.0.0, and give VLLM_API_KEY as a secret: other users reach the node too.':
    '请监听 0.0.0.0，并以机密变量给出 VLLM_API_KEY：其他用户也能访问该节点。',
  'Everybody who reaches {address} may use the server: it asks for no key.':
    '能访问 {address} 的人都可使用服务器：它不要求密钥。',
  'Listen on 127.0.0.1, or give VLLM_API_KEY as a secret.':
    '请监听 127.0.0.1，或以机密变量给出 VLLM_API_KEY。',

  'Docker cannot be used: {+words}': '无法使用 Docker：{+words}',
  'Try docker version over there.': '请在该主机上运行 docker version。',
  'The image {image} is not on this host, and its registry has none for us.':
    '该主机没有镜像 {image}，其镜像仓库也没有可用的。',
  'The image {image} is not on this host, and its registry could not be asked.':
    '该主机没有镜像 {image}，且无法询问其镜像仓库。',
  'Go on if docker over there may reach it; else bring it: docker save IMAGE | ssh HOST docker load.':
    '若那里的 docker 能访问仓库，可以继续；否则请自行传送：docker save IMAGE | ssh HOST docker load。',
  'The image {image} has to be pulled first.': '需要先拉取镜像 {image}。',
  'The image {image} has to be pulled first: {size} GiB.': '需要先拉取镜像 {image}：{size} GiB。',
  'Go on: the launch waits for it, up to its longest start.':
    '可以继续：启动会等待拉取，计入最长启动时间。',
  'The image {image} takes about {size} GiB, and {free} GiB are free where docker keeps images.':
    '镜像 {image} 约需 {size} GiB，而 docker 存放镜像处只剩 {free} GiB。',
  'Free space, as docker image prune does, or move the data of docker.':
    '请释放空间（如 docker image prune），或迁移 docker 的数据目录。',
  'Docker on this host does not seem to know how to hand out GPUs.':
    '该主机的 Docker 似乎无法分配 GPU。',
  'A container that detaches could not be watched.': '脱离前台的容器无法监视。',
  'Take --detach out: it runs on without us all the same.':
    '请去掉 --detach：没有它，容器同样会继续运行。',
  'A container that docker starts again would come back after it was stopped.':
    '由 docker 自动重启的容器在停止后会再次出现。',
  'Take --restart out.': '请去掉 --restart。',
  'Everybody on the host could read {+names} among the arguments of docker.':
    '主机上的所有人都能在 docker 的参数中读到 {+names}。',
  'Take it out of the options, and give it as a secret.': '请从选项中去掉，并改为机密变量。',
}
