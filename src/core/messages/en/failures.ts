// Why a server did not start or ended, by its log.
export const failuresEn = {
  'failures.modelLength': 'The model was not made for that length',
  'failures.modelLength.remedy':
    'Set --max-model-len below {length}, or scale its positions with --hf-overrides.',
  'failures.promptOverStep': 'A prompt of full length does not fit one step',
  'failures.promptOverStep.remedy':
    'Leave chunked prefill on, raise --max-num-batched-tokens or lower --max-model-len.',
  'failures.stepTooSmall': 'A step is too small for that many sequences',
  'failures.stepTooSmall.remedy': 'Raise --max-num-batched-tokens or lower --max-num-seqs.',
  'failures.tooFewGpus': 'More GPUs are requested than available',
  'failures.tooFewGpus.remedy':
    'Lower tensor, pipeline or data parallelism, or spread the server over hosts.',
  'failures.unevenHeads': 'The attention heads cannot be split evenly',
  'failures.unevenHeads.remedy': 'Choose a tensor parallel size that divides {heads}.',
  'failures.noBfloat16': 'This GPU cannot compute in bfloat16',
  'failures.noBfloat16.remedy': 'Set --dtype half.',
  'failures.quantizationUnsupported': 'This GPU cannot run the quantization',
  'failures.quantizationUnsupported.remedy':
    'Use a checkpoint that is not {method}, or a newer GPU.',
  'failures.dtypeForQuantization': 'The data type does not go with the quantization',
  'failures.dtypeForQuantization.remedy': 'Set --dtype to one of those the log names.',
  'failures.otherQuantization': 'The requested quantization is not that of the checkpoint',
  'failures.otherQuantization.remedy': 'Drop --quantization: the checkpoint declares it.',
  'failures.notQuantized': 'The checkpoint is not quantized that way',
  'failures.notQuantized.remedy':
    'Drop --quantization, or use a checkpoint quantized with {method}.',
  'failures.unknownParser': 'This vLLM version lacks the parser',
  'failures.unknownParser.remedy': 'Replace {name} by one that the log lists.',
  'failures.attentionBackend': 'The attention backend cannot be used here',
  'failures.attentionBackend.remedy': 'Drop --attention-backend, or choose one the log names.',
  'failures.arguments': 'vLLM rejects this command line',
  'failures.arguments.remedy': 'Compare it with the flags of the installed version.',
  'failures.unknownArguments.remedy': 'Remove {words}: the installed version does not support it.',
  'failures.noDocker': 'Docker is not installed there',
  'failures.noDocker.remedy':
    'Install it, or podman with its docker command; or launch from an environment.',
  'failures.dockerPermission': 'The user has no permission to use docker',
  'failures.dockerPermission.remedy':
    'Add the user to the group docker (sudo usermod -aG docker USER) and reconnect, or use rootless docker.',
  'failures.dockerDown': 'Docker is not running there',
  'failures.dockerDown.remedy':
    'Start it (sudo systemctl start docker), or set DOCKER_HOST to where it listens.',
  'failures.noImage': 'There is no such image, or it requires a login',
  'failures.noImage.remedy':
    'Check its name and tag; for a private one run docker login on the host first.',
  'failures.registryLimit': 'The rate limit of the registry is reached',
  'failures.registryLimit.remedy': 'Run docker login on the host, wait, or pull from a mirror.',
  'failures.imagePlatform': 'The image is not made for this processor',
  'failures.imagePlatform.remedy': 'Choose a tag that is made for {platform}.',
  'failures.hostPlatform': 'the processor of the host',
  'failures.registryUnreachable':
    'The host does not have the image, and its registry cannot be reached',
  'failures.registryUnreachable.remedy':
    'Check the network and proxy of docker on the host, or bring the image yourself: docker save IMAGE | ssh HOST docker load.',
  'failures.dockerGpus': 'Docker has no access to GPUs there',
  'failures.dockerGpus.remedy':
    'Install nvidia-container-toolkit, run sudo nvidia-ctk runtime configure --runtime=docker, and restart docker.',
  'failures.driverForImage': 'The NVIDIA driver is too old for this image',
  'failures.driverForImage.remedy': 'It needs {wanted}: update the driver, or choose an older tag.',
  'failures.dockerGpuLost': 'Docker cannot reach the GPU',
  'failures.dockerGpuLost.remedy': 'Check nvidia-smi on the host, and that the chosen GPUs exist.',
  'failures.noEntrypoint': 'The image lacks the program to run',
  'failures.noEntrypoint.remedy':
    'There is no {program} in it: use an image whose entrypoint is vllm serve, or set --entrypoint in its options.',
  'failures.containerName': 'Another container has that name',
  'failures.containerName.remedy':
    'Kneepoint left it alone: remove {name} yourself if it is not needed, or remove --name.',
  'failures.dockerOptions': 'Docker rejects these options',
  'failures.dockerOptions.remedy':
    'Correct the options or the image; the log line names the error.',
  'failures.containerMemory': 'The container ran out of main memory',
  'failures.containerMemory.remedy':
    'Raise or drop --memory among its options, or load fewer GPUs at once.',
  'failures.aborted': 'It aborted (SIGABRT)',
  'failures.aborted.remedy':
    'Launch again with VLLM_LOGGING_LEVEL=DEBUG, and check the last lines of its log.',
  'failures.killed': 'It was killed from outside (SIGKILL)',
  'failures.killed.remedy':
    'Most often main memory ran out: look for "Out of memory" in dmesg. Otherwise another process ended it, for example docker kill.',
  'failures.crashed': 'It crashed (SIGSEGV)',
  'failures.crashed.remedy':
    'Check dmesg. Usually the build does not match the driver or the processor.',
  'failures.terminated': 'Another process ended it (SIGTERM)',
  'failures.terminated.remedy':
    'Find the cause: a restart of the host or of docker, a session limit, or a user.',
  'failures.portTaken': 'The port is in use',
  'failures.portTaken.remedy': 'Choose another port, or none to take a free one.',
  'failures.nccl': 'The GPUs could not communicate (NCCL)',
  'failures.nccl.remedy':
    'In a container give it more shared memory (--ipc=host); else launch with NCCL_DEBUG=INFO and read why, or try --disable-custom-all-reduce.',
  'failures.driverForBuild': 'The NVIDIA driver is too old for this build',
  'failures.driverForBuild.remedy':
    'Update the driver, or install vLLM built for its CUDA version.',
  'failures.powerCapOutside': 'The GPU does not allow a power cap of {watts} W',
  'failures.powerCapOutside.remedy': 'Choose one from {least} W to {most} W.',
  'failures.powerCapRefused': 'The host does not allow to cap the power of its GPUs',
  'failures.powerCapRefused.remedy':
    'It needs root: allow the user "sudo -n nvidia-smi" in the sudoers of the host, or remove the power cap.',
  'failures.powerCapMissing': 'The host has no GPU whose power can be capped',
  'failures.powerCapMissing.remedy':
    'Check nvidia-smi -q -d POWER on the host, or remove the power cap.',
  'failures.noGpu': 'It sees no GPU',
  'failures.noGpu.remedy':
    'Check nvidia-smi and CUDA_VISIBLE_DEVICES, and that torch was built for CUDA.',
  'failures.gpuArchitecture': 'The build has no code for this GPU',
  'failures.gpuArchitecture.remedy': 'Install a build that supports its compute capability.',
  'failures.torchMismatch': 'vLLM and torch were not built for each other',
  'failures.torchMismatch.remedy': 'Install vLLM into a new environment.',
  'failures.noVllm': 'vLLM is not installed there',
  'failures.noVllm.remedy':
    'Name the program or the environment that has it; `kneepoint host facts` lists what was found.',
  'failures.gpuFault': 'The GPU reported an error',
  'failures.gpuFault.remedy':
    'Try --enforce-eager or another attention backend, and check dmesg for "Xid".',
  'failures.gpuInUse': 'Other processes already use this GPU',
  'failures.gpuInUse.remedy':
    'Only {free} of {total} GiB are free, {wanted} are requested: end the processes that hold the rest, choose other GPUs, or set --gpu-memory-utilization below {share}.',
  'failures.noKvMemory': 'No memory is left for the KV cache',
  'failures.noKvMemory.remedy':
    'Raise --gpu-memory-utilization, use more GPUs or a quantized model, lower --max-num-batched-tokens, or turn --enforce-eager on.',
  'failures.kvForOneRequest': 'The KV cache cannot hold one request of full length',
  'failures.kvForOneRequest.remedy':
    'It needs {needed} GiB, {available} are there: set --max-model-len to {longest} or to auto, or use an fp8 KV cache or more GPUs.',
  'failures.weightsTooLarge': 'The weights do not fit',
  'failures.weightsTooLarge.remedy':
    'Use more GPUs (--tensor-parallel-size), a quantized model, or --cpu-offload-gb.',
  'failures.warmUpMemory': 'Memory ran out during warm-up',
  'failures.warmUpMemory.remedy': 'Lower --max-num-seqs or --gpu-memory-utilization.',
  'failures.gpuMemory': 'The GPU ran out of memory',
  'failures.gpuMemory.remedy':
    'Lower --gpu-memory-utilization, --max-num-batched-tokens or --max-num-seqs, or turn --enforce-eager on; see what else uses the GPU.',
  'failures.memoryFreedMeanwhile': 'Another process freed GPU memory during the start',
  'failures.memoryFreedMeanwhile.remedy':
    'Wait until the previous server has ended, and launch again.',
  'failures.outOfMemoryKiller': 'The system killed it, most likely because main memory ran out',
  'failures.outOfMemoryKiller.remedy':
    'Free main memory or raise its limit, or load fewer GPUs at once.',
  'failures.gatedModel': 'The model requires accepting its licence',
  'failures.gatedModel.remedy': 'Accept the licence on its page, and give HF_TOKEN as a secret.',
  'failures.noModel': 'There is no such model',
  'failures.noModel.remedy': 'Check its id or path; a private one needs HF_TOKEN.',
  'failures.hubUnreachable': 'The host cannot reach Hugging Face',
  'failures.hubUnreachable.remedy':
    'Check its network or proxy, set HF_ENDPOINT, or put the model there first and set HF_HUB_OFFLINE=1.',
  'failures.diskFull': 'The disk is full',
  'failures.diskFull.remedy': 'Free space, or set HF_HOME to a larger disk.',
  'failures.noWeights': 'There are no weights in it',
  'failures.noWeights.remedy':
    'Check the revision, the --load-format, and whether the download finished.',
  'failures.architecture': 'This vLLM version lacks the architecture',
  'failures.architecture.remedy': 'Use the version that does, or try --model-impl transformers.',
  'failures.modelImport': "The model's class could not be imported",
  'failures.modelImport.remedy':
    'Look for the import error above it: most often a package is missing.',
  'failures.remoteCode': 'The model contains custom code',
  'failures.remoteCode.remedy': 'Turn --trust-remote-code on if you trust it.',
  'failures.engineTimeout': 'The engine took too long to start',
  'failures.engineTimeout.remedy': 'Raise VLLM_ENGINE_READY_TIMEOUT_S in the environment.',
  'failures.worker': 'A worker failed',
  'failures.worker.remedy': 'See the lines of the worker above for the reason.',
  'failures.engine': 'The engine did not start',
  'failures.engine.remedy': 'See the first error of EngineCore above for the reason.',
  'failures.engineCrashed': 'The engine crashed while serving',
  'failures.engineCrashed.remedy': 'Read the traceback above: most often memory or a CUDA error.',
  'failures.gone': 'is gone',
  'failures.rankEnded': 'ended when its rank {rank} on node {node} ended with code {code}',
  'failures.instanceEnded': 'ended when its {name} ended with code {code}',
  'failures.endedWith': 'ended with code {code}',
  'failures.ended': '{title}: the server on {host} {how}.\n{line}',
  'failures.endedUnknown': 'The server on {host} {how}:\n{lines}',
  'failures.leftovers': '{text}\nStill there, until it is stopped: {names}',
  'failures.notReady':
    'The server on {host} was not ready after {seconds} s; it still runs. Its last words:\n{line}',
  'failures.followed': '{text}\n{more}',
} as const
