// Why a server did not start or ended, according to its log.
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
  'failures.mambaBlocks': 'The cache of the Mamba layers holds fewer sequences than are allowed',
  'failures.mambaBlocks.remedy':
    'Set --max-num-seqs to {blocks} or less, or raise --gpu-memory-utilization.',
  'failures.noPipeline': 'The model cannot be split into pipeline stages',
  'failures.noPipeline.remedy': 'Use --tensor-parallel-size instead of --pipeline-parallel-size.',
  'failures.socketPath': 'The path of a socket is too long',
  'failures.socketPath.remedy':
    'Set VLLM_RPC_BASE_PATH to a short folder, such as /tmp, among the environment variables of the launch.',
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
  'failures.quantizationKernel': 'No kernel of the build can run this quantization here',
  'failures.quantizationKernel.remedy':
    'The lines below it give the reason of each kernel: often the group size, the GPU or the tensor parallel size.',
  'failures.unknownQuantization': 'This vLLM version lacks the quantization',
  'failures.unknownQuantization.remedy':
    'Install a newer vLLM, or use another quantization than {method}; the log lists those it has.',
  'failures.engineLacks': 'The engine V1 of this version lacks a requested feature',
  'failures.engineLacks.remedy': 'Remove VLLM_USE_V1, or avoid {feature}.',
  'failures.kernelMemory': 'A kernel needs more memory on the chip than this GPU has',
  'failures.kernelMemory.remedy':
    'Set another --attention-backend, another --block-size, or an unquantized KV cache.',
  'failures.portOfService': 'VLLM_PORT is the address of a Kubernetes service',
  'failures.portOfService.remedy':
    'Rename the service vllm, or set enableServiceLinks: false in the pod.',
  'failures.noUserName': 'The user of the process has no name',
  'failures.noUserName.remedy':
    'Set USER and HOME among the environment variables, or add the user id to /etc/passwd of the image.',
  'failures.harmonyVocabulary': 'The vocabulary of gpt-oss could not be downloaded',
  'failures.harmonyVocabulary.remedy':
    'Put o200k_base.tiktoken and cl100k_base.tiktoken into a folder of the host, and set TIKTOKEN_ENCODINGS_BASE to it.',
  'failures.objectStore': 'The object store did not give the model',
  'failures.objectStore.remedy':
    'Check the path; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY as secrets, and AWS_ENDPOINT_URL if it is not Amazon.',
  'failures.interpreter': 'The Python of the program is missing',
  'failures.interpreter.remedy':
    'The environment was moved or its Python removed: create it again, in the folder where it is used.',
  'failures.modelConfig': 'The configuration of the model cannot be read',
  'failures.modelConfig.remedy':
    'Check its config.json: it may be cut off, a pointer of Git LFS, or of another format. Download it again.',
  'failures.notQuantized': 'The checkpoint is not quantized that way',
  'failures.notQuantized.remedy':
    'Drop --quantization, or use a checkpoint quantized with {method}.',
  'failures.unknownParser': 'This vLLM version lacks the parser',
  'failures.unknownParser.remedy': 'Replace {name} by one that the log lists.',
  'failures.unnamedParser': 'Automatic tool choice needs the parser of the model',
  'failures.unnamedParser.remedy':
    'Set --tool-call-parser to the one that the model card names, or drop --enable-auto-tool-choice.',
  'failures.attentionBackend': 'The attention backend cannot be used here',
  'failures.attentionBackend.remedy': 'Drop --attention-backend, or choose one the log names.',
  'failures.arguments': 'The server rejects this command line',
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
    'Start it (sudo systemctl start docker, or systemctl --user start podman.socket), or set DOCKER_HOST to where it listens.',
  'failures.noImage': 'There is no such image, or it requires a login',
  'failures.noImage.remedy':
    'Check its name and tag, for podman with its registry (docker.io/…); for a private one run docker login on the host first.',
  'failures.registryLimit': 'The rate limit of the registry is reached',
  'failures.registryLimit.remedy': 'Run docker login on the host, wait, or pull from a mirror.',
  'failures.imagePlatform': 'The image is not made for this processor',
  'failures.imagePlatform.remedy': 'Choose a tag that is made for {platform}.',
  'failures.hostPlatform': 'the processor of the host',
  'failures.registryUnreachable': 'The host lacks the image, and its registry cannot be reached',
  'failures.registryUnreachable.remedy':
    'Check the network, proxy and certificates of docker on the host, or bring the image yourself: docker save IMAGE | ssh HOST docker load.',
  'failures.dockerGpus': 'Docker has no access to GPUs there',
  'failures.dockerGpus.remedy':
    'Install nvidia-container-toolkit, run sudo nvidia-ctk runtime configure --runtime=docker, and restart docker.',
  'failures.driverForImage': 'The NVIDIA driver is too old for this image',
  'failures.driverForImage.remedy': 'It needs {wanted}: update the driver, or choose an older tag.',
  'failures.dockerGpuLost': 'Docker cannot reach the GPU',
  'failures.dockerGpuLost.remedy':
    'Check nvidia-smi on the host, and that the chosen GPUs exist. Without root, set no-cgroups = true in config.toml of nvidia-container-runtime.',
  'failures.noEntrypoint': 'The image lacks the program to run',
  'failures.noEntrypoint.remedy':
    'There is no {program} in it: use an image whose entrypoint is vllm serve, or set --entrypoint in its options.',
  'failures.containerName': 'Another container has that name',
  'failures.containerName.remedy':
    'Kneepoint left it alone: remove {name} yourself if it is not needed, or remove --name.',
  'failures.dockerOptions': 'Docker rejects these options',
  'failures.dockerOptions.remedy':
    'Correct the options or image; the log line names the error. An image is named like vllm/vllm-openai:v0.12.0; for a .sif file, give your own command.',
  'failures.containerMemory': 'The container ran out of main memory',
  'failures.containerMemory.remedy': 'Raise or drop --memory in its options, or load fewer GPUs.',
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
    'Find the cause: a restart of the host or of docker, a probe of Kubernetes, a session limit, or a user.',
  'failures.portTaken': 'The port is in use',
  'failures.portTaken.remedy': 'Choose another port, or none to take a free one.',
  'failures.kvTransfer': 'The connector of the KV transfer could not start',
  'failures.kvTransfer.remedy':
    'Give each instance VLLM_NIXL_SIDE_CHANNEL_HOST and a free VLLM_NIXL_SIDE_CHANNEL_PORT, and check the network with UCX_TLS and UCX_NET_DEVICES.',
  'failures.nccl': 'The GPUs could not communicate (NCCL)',
  'failures.nccl.remedy':
    'In a container give it more shared memory (--ipc=host); else launch with NCCL_DEBUG=INFO and read why, or try --disable-custom-all-reduce.',
  'failures.driverForBuild': 'The NVIDIA driver is too old for this build',
  'failures.driverForBuild.remedy': 'Update the driver, or use vLLM built for its CUDA version.',
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
  'failures.torchMismatch': 'The server and torch were not built for each other',
  'failures.torchMismatch.remedy': 'Install the server into a new environment.',
  'failures.noVllm': 'vLLM is not installed there',
  'failures.noVllm.remedy':
    'Name the program or the environment that has it; `kneepoint host facts` lists what was found.',
  'failures.notExecutable': 'The program could not be executed',
  'failures.notExecutable.remedy':
    'Check that it is a file with permission to execute (chmod +x), for this processor, on a disk that is not mounted noexec.',
  'failures.noProgram': 'The program, or the interpreter that its first line names, was not found',
  'failures.noProgram.remedy':
    'Enter the whole path of the program or its environment; `kneepoint host facts` lists what was found. The entrypoint of an image must be vllm serve.',
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
  'failures.diskFull.remedy': 'Free space (docker system df), or set HF_HOME to a larger disk.',
  'failures.noWeights': 'There are no weights in it',
  'failures.noWeights.remedy':
    'Check the revision, the --load-format, and whether the download finished.',
  'failures.architecture': 'This version of the server lacks the architecture',
  'failures.architecture.remedy': 'Use the version that does, or try --model-impl transformers.',
  'failures.modelImport': "The model's class could not be imported",
  'failures.modelImport.remedy':
    'Look for the import error above it: most often a package is missing.',
  'failures.remoteCode': 'The model contains custom code',
  'failures.remoteCode.remedy': 'Turn --trust-remote-code on if you trust it.',
  'failures.graphsMemory': 'Memory ran out while CUDA graphs were captured',
  'failures.graphsMemory.remedy':
    'Lower --gpu-memory-utilization, capture fewer sizes (--max-num-seqs, --cuda-graph-sizes), or turn --enforce-eager on.',
  'failures.kvTokens': 'The KV cache is shorter than the maximum length',
  'failures.kvTokens.remedy':
    'It holds {tokens} tokens of {length}: set --max-model-len to {tokens}, raise --gpu-memory-utilization, or use more GPUs.',
  'failures.hostMemory': 'Main memory of the host ran out',
  'failures.hostMemory.remedy':
    'Free main memory or raise its limit (--memory of the container, --mem of the job); lower --swap-space or --cpu-offload-gb.',
  'failures.sharedMemory': 'Shared memory (/dev/shm) is full or too small',
  'failures.sharedMemory.remedy':
    'Give the container more (--ipc=host or --shm-size=16g), or remove files left in /dev/shm.',
  'failures.diskQuota': 'The disk quota of the user is used up',
  'failures.diskQuota.remedy': 'Free space, get a larger quota, or set HF_HOME to another disk.',
  'failures.readOnly': 'A folder that it writes to is read-only',
  'failures.readOnly.remedy':
    'Set HF_HOME, VLLM_CACHE_ROOT and TRITON_CACHE_DIR to folders that it may write to, or mount the folder writable.',
  'failures.fileSystem': 'A file system of the host fails',
  'failures.fileSystem.remedy': 'Check the disk or the mount, and dmesg; then launch again.',
  'failures.portForbidden': 'The user may not open this port',
  'failures.portForbidden.remedy': 'Ports below 1024 need root: choose a port from 1024 on.',
  'failures.addressNotHere': 'The address to listen on is not one of this host',
  'failures.addressNotHere.remedy': 'Set --host to 0.0.0.0, or to an address of the host.',
  'failures.openFiles': 'The limit of open files is too low',
  'failures.openFiles.remedy':
    'Raise it: ulimit -n 65536, --ulimit nofile=65536 for a container, LimitNOFILE for a service.',
  'failures.processLimit': 'The limit of processes or threads is too low',
  'failures.processLimit.remedy':
    'Raise it: ulimit -u, --pids-limit=-1 for a container, TasksMax for a service; or set OMP_NUM_THREADS=1.',
  'failures.driverMismatch': 'The NVIDIA driver and its library do not match',
  'failures.driverMismatch.remedy':
    "Reboot the host after a driver update; in a container, remove the image's own libcuda (cuda/compat) from LD_LIBRARY_PATH.",
  'failures.fabric': 'The NVLink fabric of the GPUs is not started',
  'failures.fabric.remedy':
    'Start it: sudo systemctl start nvidia-fabricmanager, of the same version as the driver.',
  'failures.gpuHardware': 'A GPU has a hardware fault',
  'failures.gpuHardware.remedy':
    'Check dmesg for "Xid" and nvidia-smi -q -d ECC; reset the GPU or reboot, and leave it out with CUDA_VISIBLE_DEVICES until then.',
  'failures.gpuMissing': 'A chosen GPU does not exist',
  'failures.gpuMissing.remedy': 'Compare CUDA_VISIBLE_DEVICES with nvidia-smi -L.',
  'failures.mpi': 'MPI could not start the workers of TensorRT-LLM',
  'failures.mpi.remedy':
    'Use the MPI of the image of TensorRT-LLM; try mpirun -n 1 --allow-run-as-root --oversubscribe, and unset variables of Slurm and PMIx.',
  'failures.mig': 'This build cannot use the GPU by that name (MIG or UUID)',
  'failures.mig.remedy':
    'Choose GPUs by number, use a newer vLLM, or launch in a container that holds only that MIG device.',
  'failures.gpuBusy': 'Another process holds the GPU or accelerator',
  'failures.gpuBusy.remedy':
    'End the process that nvidia-smi, hl-smi or "fuser /dev/vfio/*" lists; the compute mode of a GPU must be Default.',
  'failures.noFp8': 'This GPU cannot run FP8 that way',
  'failures.noFp8.remedy':
    'Use --kv-cache-dtype auto and a checkpoint without FP8, or a GPU of compute capability 8.9 or higher.',
  'failures.systemLibrary': 'The build needs a newer system library, {library}',
  'failures.systemLibrary.remedy':
    'The host has no {library}: use the container image, a newer distribution, or a build for it.',
  'failures.cudaLibrary': 'A library that the build needs is missing: {library}',
  'failures.cudaLibrary.remedy': 'Install {library}, or vLLM for the CUDA version of the host.',
  'failures.noCompiler': 'The host has no C compiler',
  'failures.noCompiler.remedy': 'Install one (sudo apt install build-essential), or set CC.',
  'failures.pythonHeaders': 'The headers of Python are missing',
  'failures.pythonHeaders.remedy': 'Install python3-dev (python3-devel) for this Python version.',
  'failures.cudaToolkit': 'A kernel cannot be compiled here: the CUDA toolkit or ninja is missing',
  'failures.cudaToolkit.remedy':
    'Install the CUDA toolkit and ninja, and set CUDA_HOME; or use the container image.',
  'failures.toolkitTooOld': 'The CUDA compiler of the host is too old for this GPU or build',
  'failures.toolkitTooOld.remedy':
    'Install a newer CUDA toolkit, set CUDA_HOME to it and TRITON_PTXAS_PATH to its ptxas; or use the container image.',
  'failures.compileFailed': 'A kernel could not be compiled',
  'failures.compileFailed.remedy': "Read the compiler's lines above, or turn --enforce-eager on.",
  'failures.tokenizerPackage': 'A package for the tokenizer is missing',
  'failures.tokenizerPackage.remedy':
    'Install it in the environment of the server: pip install sentencepiece tiktoken protobuf.',
  'failures.packageMissing': 'The package {name} is missing',
  'failures.packageMissing.remedy': "Install it in the server's environment: pip install {name}.",
  'failures.packageVersions': 'Versions of installed packages do not fit each other',
  'failures.packageVersions.remedy':
    'Install vLLM into a new environment, or the version of the package (transformers, numpy, torch) that this vLLM requires.',
  'failures.peerEnded': 'Another process of the server ended first',
  'failures.peerEnded.remedy': 'See the lines of the other ranks for the reason.',
  'failures.rendezvous': 'The ranks of the server did not find each other',
  'failures.rendezvous.remedy':
    'Check the master address and port, firewalls between the nodes, and that all of them started; set NCCL_SOCKET_IFNAME, GLOO_SOCKET_IFNAME and VLLM_HOST_IP.',
  'failures.collectiveTimeout': 'GPUs waited too long for each other',
  'failures.collectiveTimeout.remedy':
    'Check that no rank hangs or ended; launch with NCCL_DEBUG=INFO, or try NCCL_P2P_DISABLE=1.',
  'failures.watchdog': 'A step of SGLang took longer than --watchdog-timeout',
  'failures.watchdog.remedy':
    'Raise it if the step compiles kernels or loads weights. Otherwise check which rank hangs: the stacks are in the log.',
  'failures.rayResources': 'The Ray cluster has too few free GPUs',
  'failures.rayResources.remedy':
    'Check ray status: every node must have joined, with its GPUs free.',
  'failures.rayVersion': 'Ray or Python differ between the nodes',
  'failures.rayVersion.remedy': 'Use the same image or the same versions on all nodes.',
  'failures.forkedCuda': 'CUDA was used before the worker processes started',
  'failures.forkedCuda.remedy':
    'Set VLLM_WORKER_MULTIPROC_METHOD=spawn in the environment; a script of your own needs if __name__ == "__main__" around its start.',
  'failures.rayUnreachable': 'The Ray cluster cannot be reached',
  'failures.rayUnreachable.remedy':
    'Start it on every node (ray start), and check its address and RAY_ADDRESS.',
  'failures.rayActor': 'A worker of Ray ended unexpectedly',
  'failures.rayActor.remedy':
    'Read the log of its node in /tmp/ray/session_latest/logs; most often main memory ran out or it crashed.',
  'failures.loraRank': 'The LoRA adapter has a higher rank than allowed',
  'failures.loraRank.remedy':
    'Its rank is {rank}, the limit {most}: set --max-lora-rank to {rank} or more.',
  'failures.lora': 'The LoRA adapter cannot be used',
  'failures.lora.remedy':
    'Check its path, that it was made for this model, and that the model supports LoRA.',
  'failures.indivisible': 'A size of the model cannot be split evenly',
  'failures.indivisible.remedy':
    '{size} is not a multiple of {part}: choose another tensor parallel size.',
  'failures.unevenSplit': 'A size of the model cannot be split evenly',
  'failures.unevenSplit.remedy':
    'Choose another tensor or pipeline parallel size; the line has the numbers.',
  'failures.vocabulary': 'The vocabularies do not fit',
  'failures.vocabulary.remedy': 'Use a draft model and tokenizer of the same family as the model.',
  'failures.dataType': 'The data type is not supported here',
  'failures.dataType.remedy':
    'Set --dtype to auto, bfloat16 or half, and --kv-cache-dtype to auto.',
  'failures.speculative': 'Speculative decoding cannot run as configured',
  'failures.speculative.remedy':
    'Compare --speculative-config with the documentation of the installed version; the line names the problem.',
  'failures.chatTemplate': 'The chat template cannot be used',
  'failures.chatTemplate.remedy':
    'Check the path given to --chat-template, as the server sees it; in a container the file must be mounted.',
  'failures.modelType': 'The installed transformers does not know the model type {type}',
  'failures.modelType.remedy':
    'Update transformers and vLLM, or use the versions that the model card names.',
  'failures.gguf': 'The GGUF model cannot be read',
  'failures.gguf.remedy':
    'Give the path of one .gguf file with --tokenizer and --hf-config-path of the original model; not every architecture is supported.',
  'failures.modelFile': 'The model has no file {file}',
  'failures.modelFile.remedy':
    'Check the id, path and revision; a folder of GGUF files needs the path of one file.',
  'failures.tokenizer': 'The tokenizer cannot be loaded',
  'failures.tokenizer.remedy':
    'Set --tokenizer to the model that it comes from, update vLLM or transformers, or try --tokenizer-mode mistral or slow.',
  'failures.weightsDamaged': 'The weights are damaged or incomplete',
  'failures.weightsDamaged.remedy':
    'Delete them from the cache and download them again; a clone by git needs git lfs pull.',
  'failures.weightsMismatch': "The weights do not fit the model's description",
  'failures.weightsMismatch.remedy':
    'Check that all files are of one revision, and drop --quantization and --hf-overrides; else update vLLM.',
  'failures.rope': 'The position scaling of the model is not understood',
  'failures.rope.remedy':
    'Update transformers and vLLM, or correct rope_scaling with --hf-overrides.',
  'failures.pathMissing': 'There is no such folder on the host, and it is no model id',
  'failures.pathMissing.remedy':
    'Check the path; in a container the folder must be mounted at it (-v FOLDER:FOLDER).',
  'failures.noRevision': 'The model has no such revision',
  'failures.noRevision.remedy': 'Check --revision: a branch, tag or commit of its repository.',
  'failures.hubLimit': 'Hugging Face limits the rate of requests',
  'failures.hubLimit.remedy': 'Wait, give HF_TOKEN, or download the model beforehand.',
  'failures.hubToken': 'Hugging Face rejects the token, or requires one',
  'failures.hubToken.remedy':
    'Give a valid HF_TOKEN as a secret; huggingface-cli whoami shows whether it works.',
  'failures.hubForbidden': 'Hugging Face denies access (403)',
  'failures.hubForbidden.remedy':
    "The token needs permission to read this repository; accept the model's terms on its page.",
  'failures.hubDown': 'Hugging Face, or a mirror of it, is out of order',
  'failures.hubDown.remedy': 'Try again later, or set HF_ENDPOINT to a mirror.',
  'failures.hubCertificate': 'The certificate of the Hub, or of a proxy before it, is not trusted',
  'failures.hubCertificate.remedy':
    'Set REQUESTS_CA_BUNDLE and SSL_CERT_FILE to the CA of your network.',
  'failures.hubProxy': 'The proxy to the Hub does not let the host through',
  'failures.hubProxy.remedy': 'Check HTTPS_PROXY with its credentials, and NO_PROXY.',
  'failures.hubOffline': 'The model is not on the host, and downloads are turned off',
  'failures.hubOffline.remedy': 'Unset HF_HUB_OFFLINE, or download the model to HF_HOME first.',
  'failures.fileDenied': 'It has no permission for a file or folder',
  'failures.fileDenied.remedy':
    'The line names it: change its owner or rights, or set HF_HOME and VLLM_CACHE_ROOT to folders of the user.',
  'failures.illegalInstruction': 'The processor lacks instructions that the build uses (SIGILL)',
  'failures.illegalInstruction.remedy':
    'Use a build for this processor, or compile vLLM on the host.',
  'failures.unexplained.advice': 'The server itself advises: “{advice}”.',
  'failures.unexplained.remedy':
    'The log has its traceback; search the issues of vLLM for this sentence.',
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
