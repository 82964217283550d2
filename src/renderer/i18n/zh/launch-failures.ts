// Why a server did not come up, and the steps of its start, in Chinese: by the English sentence of core.
export const launchFailuresZh: Readonly<Record<string, string>> = {
  '{+title}: the server on {+host} ended with code {code}.':
    '{+title}：{+host} 上的服务器以退出码 {code} 结束。',
  '{+title}: the server on {+host} is gone.': '{+title}：{+host} 上的服务器已不在。',
  'The server on {+host} ended with code {code}:': '{+host} 上的服务器以退出码 {code} 结束：',
  'The server on {+host} is gone:': '{+host} 上的服务器已不在：',
  'Still there, until it is stopped: {+names}': '停止之前仍在运行：{+names}',
  'Slurm ended job {id}: {+state}': 'Slurm 结束了作业 {id}：{+state}',
  'The server on {+host} was not ready after {seconds} s; it still runs. Its last words:':
    '{+host} 上的服务器在 {seconds} 秒后仍未就绪，但仍在运行。最后的日志：',
  'Look again later, or stop it: it holds its GPUs.': '请稍后再看，或停止它：它占用着 GPU。',
  'Read the end of its log; nothing in it is a usual cause.': '请查看日志末尾；其中没有常见原因。',
  'The server is up, but its first request failed: {+why}': '服务器已启动，但首个请求失败：{+why}',
  'Look at its log: the engine may have crashed on it.': '请查看日志：引擎可能因此崩溃。',

  'Docker is not installed there': '那里没有安装 Docker',
  'Install it, or podman with its docker command; or launch from an environment.':
    '请安装它，或带 docker 命令的 podman；或从虚拟环境启动。',
  'The user may not use docker': '该用户不能使用 docker',
  'Have the user taken into the group docker (sudo usermod -aG docker USER) and connect anew, or use rootless docker.':
    '请把该用户加入 docker 组（sudo usermod -aG docker USER）并重新连接，或使用 rootless docker。',
  'Docker does not run there': '那里的 Docker 没有运行',
  'Start it (sudo systemctl start docker), or set DOCKER_HOST to where it listens.':
    '请启动它（sudo systemctl start docker），或把 DOCKER_HOST 设为其监听处。',
  'There is no such image, or it is only given to those who log in':
    '没有该镜像，或仅提供给已登录者',
  'Check its name and tag; for a private one run docker login over there first.':
    '请检查名称和标签；私有镜像请先在那里运行 docker login。',
  'The registry gives no more images for now': '镜像仓库暂时不再提供镜像',
  'Run docker login over there, wait, or pull from a mirror.':
    '请在那里运行 docker login、等待，或从镜像站拉取。',
  'The image is not made for this processor': '该镜像不适用于这种处理器',
  'Choose a tag that is made for {+platform}.': '请选择适用于 {+platform} 的标签。',
  'the processor of the host': '主机处理器',
  'The image is not there, and its registry cannot be reached': '没有该镜像，且无法访问其镜像仓库',
  'Check network and proxy of docker over there, or bring the image yourself: docker save IMAGE | ssh HOST docker load.':
    '请检查那里 docker 的网络和代理，或自行传送镜像：docker save IMAGE | ssh HOST docker load。',
  'Docker cannot hand out GPUs there': '那里的 Docker 无法分配 GPU',
  'Install nvidia-container-toolkit, run sudo nvidia-ctk runtime configure --runtime=docker, and restart docker.':
    '请安装 nvidia-container-toolkit，运行 sudo nvidia-ctk runtime configure --runtime=docker，并重启 docker。',
  'The NVIDIA driver is too old for this image': 'NVIDIA 驱动对该镜像而言过旧',
  'It wants {+wanted}: update the driver, or choose an older tag.':
    '它要求 {+wanted}：请更新驱动，或选择较早的标签。',
  'Docker cannot reach the GPU': 'Docker 无法访问 GPU',
  'Check nvidia-smi over there, and that the chosen GPUs exist.':
    '请在那里检查 nvidia-smi，并确认所选 GPU 存在。',
  'The image does not hold the program it is to run': '镜像中没有要运行的程序',
  'There is no {program} in it: take an image whose entrance is vllm serve, or set --entrypoint in its options.':
    '其中没有 {program}：请使用入口为 vllm serve 的镜像，或在选项中设置 --entrypoint。',
  'Another container has that name': '另一个容器已使用该名称',
  'It was left alone: remove {name} yourself if nobody needs it, or take --name out.':
    '未作处理：若无人需要，请自行删除 {name}，或去掉 --name。',
  'Docker does not take these options': 'Docker 不接受这些选项',
  'Correct the options or the image; the line of the log names the fault.':
    '请修正选项或镜像；日志中的那一行指出了错误。',
  'The container ran out of main memory': '容器的内存不足',
  'Raise or drop --memory among its options, or load fewer GPUs at once.':
    '请在选项中提高或去掉 --memory，或减少同时加载的 GPU。',

  'It aborted itself (SIGABRT)': '它自行中止（SIGABRT）',
  'Launch again with VLLM_LOGGING_LEVEL=DEBUG, and see what was the last thing it did.':
    '请以 VLLM_LOGGING_LEVEL=DEBUG 重新启动，查看它最后做了什么。',
  'It was killed from outside (SIGKILL)': '它被外部强制终止（SIGKILL）',
  'Most often main memory ran out: look for "Out of memory" in dmesg. Else somebody ended it, as docker kill does.':
    '多半是内存耗尽：请在 dmesg 中查找 "Out of memory"。否则是有人结束了它，例如 docker kill。',
  'It crashed (SIGSEGV)': '它崩溃了（SIGSEGV）',
  'Look into dmesg; a build that does not fit the driver or the processor does that.':
    '请查看 dmesg；与驱动或处理器不匹配的构建会如此。',
  'Somebody else ended it (SIGTERM)': '它被他人结束（SIGTERM）',
  'Ask who may have: a restart of the host or of docker, a limit of the session, a person.':
    '可能是主机或 docker 重启、会话限制，或其他人。',

  'The port is taken': '端口被占用',
  'Choose another port, or none to take a free one.': '请选择其他端口，或留空使用空闲端口。',
  'The GPUs could not talk to each other (NCCL)': 'GPU 之间无法通信（NCCL）',
  'In a container give it more shared memory (--ipc=host); else launch with NCCL_DEBUG=INFO and read why, or try --disable-custom-all-reduce.':
    '在容器中请增加共享内存（--ipc=host）；否则以 NCCL_DEBUG=INFO 启动并查看原因，或尝试 --disable-custom-all-reduce。',
  'The NVIDIA driver is too old for this build': 'NVIDIA 驱动对该构建而言过旧',
  'Update the driver, or install vLLM built for its CUDA version.':
    '请更新驱动，或安装适配其 CUDA 版本的 vLLM。',
  'It sees no GPU': '它看不到 GPU',
  'Check nvidia-smi and CUDA_VISIBLE_DEVICES, and that torch was built for CUDA.':
    '请检查 nvidia-smi 和 CUDA_VISIBLE_DEVICES，并确认 torch 是 CUDA 版本。',
  'The build has no code for this GPU': '该构建不含此 GPU 的代码',
  'Install a build that supports its compute capability.': '请安装支持其计算能力的构建。',
  'vLLM and torch were not built for each other': 'vLLM 与 torch 的构建不匹配',
  'Install vLLM afresh into an environment of its own.': '请在独立环境中重新安装 vLLM。',
  'vLLM is not installed there': '那里没有安装 vLLM',
  'Name the program or the environment that has it; `kneepoint host facts` lists what was found.':
    '请指定含有它的程序或环境；`kneepoint host facts` 会列出找到的安装。',
  'The GPU reported a fault': 'GPU 报告了故障',
  'Try --enforce-eager or another attention backend, and look into dmesg for "Xid".':
    '请尝试 --enforce-eager 或其他注意力后端，并在 dmesg 中查找 "Xid"。',

  'Other processes already use this GPU': '其他进程已在使用该 GPU',
  'Only {free} of {total} GiB are free, {wanted} are asked for: end the processes that hold the rest, choose other GPUs, or set --gpu-memory-utilization below {share}.':
    '{total} GiB 中只有 {free} 空闲，需要 {wanted}：请结束占用其余显存的进程，选择其他 GPU，或把 --gpu-memory-utilization 设到 {share} 以下。',
  'No memory is left for the KV cache': '没有显存可用于 KV 缓存',
  'Raise --gpu-memory-utilization, use more GPUs or a quantized model, lower --max-num-batched-tokens, or turn --enforce-eager on.':
    '请提高 --gpu-memory-utilization，使用更多 GPU 或量化模型，降低 --max-num-batched-tokens，或开启 --enforce-eager。',
  'The KV cache cannot hold one request of full length': 'KV 缓存容纳不下一个满长度请求',
  'It needs {needed} GiB, {available} are there: set --max-model-len to {longest} or to auto, or use an fp8 KV cache or more GPUs.':
    '需要 {needed} GiB，现有 {available}：请把 --max-model-len 设为 {longest} 或 auto，或使用 fp8 KV 缓存或更多 GPU。',
  'The weights do not fit': '权重放不下',
  'Share them between more GPUs (--tensor-parallel-size), take a quantized model, or use --cpu-offload-gb.':
    '请分给更多 GPU（--tensor-parallel-size），选用量化模型，或使用 --cpu-offload-gb。',
  'Memory ran out during warm-up': '预热时显存耗尽',
  'Lower --max-num-seqs or --gpu-memory-utilization.':
    '请降低 --max-num-seqs 或 --gpu-memory-utilization。',
  'The GPU ran out of memory': 'GPU 显存耗尽',
  'Lower --gpu-memory-utilization, --max-num-batched-tokens or --max-num-seqs, or turn --enforce-eager on; see what else uses the GPU.':
    '请降低 --gpu-memory-utilization、--max-num-batched-tokens 或 --max-num-seqs，或开启 --enforce-eager；并查看还有什么在使用 GPU。',
  'Another process freed GPU memory during the start': '启动期间另一进程释放了显存',
  'Wait until the server before it is gone, and launch again.': '请等前一个服务器结束后重新启动。',
  'The system ended it, most likely for want of main memory': '系统结束了它，多半因内存不足',
  'Free main memory or raise its limit, or load fewer GPUs at once.':
    '请释放内存或提高其限制，或减少同时加载的 GPU。',

  'The model was not made for that length': '模型不支持该长度',
  'Set --max-model-len below {length}, or scale its positions with --hf-overrides.':
    '请把 --max-model-len 设到 {length} 以下，或用 --hf-overrides 缩放位置。',
  'A prompt of full length does not fit one step': '满长度提示词放不进一步',
  'A step is too small for that many sequences': '一步容纳不下这么多序列',
  'More GPUs are asked for than are there': '要求的 GPU 多于现有数量',
  'Lower tensor, pipeline or data parallelism, or spread the server over hosts.':
    '请降低张量、流水线或数据并行，或把服务器分布到多台主机。',
  'The attention heads cannot be shared evenly': '注意力头无法平均分配',
  'Choose a tensor parallel size that divides {heads}.': '请选择能整除 {heads} 的张量并行数。',
  'This GPU cannot compute in bfloat16': '该 GPU 不能以 bfloat16 计算',
  'Set --dtype half.': '请设置 --dtype half。',
  'This GPU cannot run the quantization': '该 GPU 不支持这种量化',
  'Take a checkpoint that is not {method}, or a newer GPU.':
    '请选择非 {method} 的权重，或更新的 GPU。',
  'The data type does not go with the quantization': '数据类型与量化不匹配',
  'Set --dtype to one of those the log names.': '请把 --dtype 设为日志列出的类型之一。',
  'The quantization asked for is not that of the checkpoint': '要求的量化方式与权重不符',
  'The checkpoint is not quantized that way': '权重不是以该方式量化的',
  'Drop --quantization, or take a checkpoint made with {method}.':
    '请去掉 --quantization，或选择以 {method} 量化的权重。',
  'This vLLM does not know the parser': '该 vLLM 不认识此解析器',
  'Choose one the log names in place of {name}.': '请改用日志列出的解析器，而不是 {name}。',
  'The attention backend cannot be used here': '此处不能使用该注意力后端',
  'Drop --attention-backend, or choose one the log names.':
    '请去掉 --attention-backend，或选择日志列出的后端。',
  'vLLM does not take this command line': 'vLLM 不接受该命令行',
  'Compare it with the flags of the installed version.': '请与已安装版本的参数对照。',
  'Take out {+words}: the installed version does not know it.':
    '请去掉 {+words}：已安装版本不认识它。',

  'The model is only given to those who accept its licence': '该模型仅提供给接受其许可的人',
  'Accept the licence on its page, and give HF_TOKEN as a secret.':
    '请在其页面接受许可，并以机密变量给出 HF_TOKEN。',
  'There is no such model': '没有该模型',
  'Check its id or path; a private one needs HF_TOKEN.':
    '请检查名称或路径；私有模型需要 HF_TOKEN。',
  'The host cannot reach Hugging Face': '主机无法访问 Hugging Face',
  'Check its network or proxy, set HF_ENDPOINT, or put the model there first and set HF_HUB_OFFLINE=1.':
    '请检查网络或代理，设置 HF_ENDPOINT，或先把模型放到那里并设置 HF_HUB_OFFLINE=1。',
  'The disk is full': '磁盘已满',
  'There are no weights in it': '其中没有权重',
  'Check the revision, the --load-format, and whether the download finished.':
    '请检查版本、--load-format，以及下载是否完成。',
  'This vLLM does not know the architecture': '该 vLLM 不认识此架构',
  'Use the version that does, or try --model-impl transformers.':
    '请使用支持它的版本，或尝试 --model-impl transformers。',
  "The model's class could not be imported": '无法导入模型的类',
  'Look for the import error above it: most often a package is missing.':
    '请查看其上方的导入错误：多半缺少某个包。',
  'The model brings code of its own': '模型带有自己的代码',
  'Turn --trust-remote-code on if you trust it.': '若信任它，请开启 --trust-remote-code。',

  'The engine took too long to start': '引擎启动过慢',
  'Raise VLLM_ENGINE_READY_TIMEOUT_S in the environment.':
    '请在环境变量中提高 VLLM_ENGINE_READY_TIMEOUT_S。',
  'A worker failed': '某个 worker 失败',
  'The reason stands above, in the lines of a worker.': '原因在上方 worker 的日志行中。',
  'The engine did not start': '引擎没有启动',
  'The reason stands above, in the first error of EngineCore.':
    '原因在上方 EngineCore 的首个错误中。',
  'The engine crashed while it served': '引擎在服务时崩溃',
  'Read the traceback above: most often memory or a CUDA error.':
    '请查看上方的 traceback：多半是内存或 CUDA 错误。',

  'Getting the image': '获取镜像',
  'Loading vLLM': '加载 vLLM',
  Starting: '正在启动',
  'Reading the configuration': '读取配置',
  'Starting the engine': '启动引擎',
  'Loading weights': '加载权重',
  Compiling: '编译',
  'Profiling memory': '分析显存',
  'Sizing the KV cache': '确定 KV 缓存大小',
  'Capturing graphs': '捕获 CUDA 图',
  'Capturing CUDA graphs': '捕获 CUDA 图',
  'Opening its port': '开放端口',
  'Opening the port': '开放端口',
  Ready: '就绪',
  'Waiting in the queue': '在队列中等待',
  'Waiting in the queue: {+reason}': '在队列中等待：{+reason}',
}
