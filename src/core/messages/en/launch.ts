// Launching a server: commands, flags and hosts that do not fit, profiles, jobs.
export const launchEn = {
  'launch.zeroByte': 'An argument must not contain a zero byte: {word}.',
  'launch.zeroByte.remedy': 'Remove it; no program can receive it.',
  'launch.openQuote': 'The quotation mark in "{text}…" is never closed.',
  'launch.openQuote.remedy': 'Close it, or put a backslash before it.',
  'launch.shellExpansion': '"{text}" needs a shell to expand it, and there is no shell.',
  'launch.shellExpansion.remedy':
    'Write its value, or put it in single quotes if it is meant as it stands.',
  'launch.shellOperator': '"{text}" is shell syntax, and there is no shell.',
  'launch.shellOperator.remedy':
    'Give one command alone, or put it in single quotes if it is meant as it stands.',
  'paste.unknownValue': '{flag} is left out: only a shell knows the value of {text}.',
  'paste.unknownValue.remedy': 'Add it with its value.',
  'paste.unknownArgument': '{text} is left out: only a shell knows its value.',
  'paste.unknownArgument.remedy': 'Add the arguments that it stands for.',
  'paste.leftOut': 'Left out: {texts}.',
  'paste.leftOut.remedy': 'Only the arguments of the command itself are taken.',
  'paste.others':
    '{count|# further command of this kind is|# further commands of this kind are} left out.',
  'paste.others.remedy': 'Paste one at a time.',
  'paste.environment': 'Variables of the command are left out: {names}.',
  'paste.environment.remedy': 'Set those that the client needs before the command.',
  'paste.sglangFlag': '{flag} of SGLang is left out.',
  'paste.sglangFlag.remedy':
    'This client has no such flag, or means something else by it; its help lists what there is.',
  'paste.sglangLengths': 'SGLang draws lengths between {share} of the given length and all of it.',
  'paste.sglangLengths.remedy':
    'Here every prompt has the given length; set --random-range-ratio for others.',
  'paste.typeIt': 'Paste the command, then press Ctrl-D.',
  'launch.notServe': 'This command line does not start a vLLM server.',
  'launch.notServe.remedy': 'Paste one with "vllm serve MODEL …" in it.',
  'launch.noModelNamed': 'This command line names no model.',
  'launch.noModelNamed.remedy': 'Give a model id or path right after "vllm serve".',
  'launch.configFileForm': 'A configuration file of vLLM holds one "flag: value" a line.',
  'launch.secretInArguments': '--{flag} would show a secret to every user of the host.',
  'launch.secretInArguments.remedy': 'Leave it out and give {name} as a secret.',
  'launch.imageMissing':
    'The image {image} is not on this host, and its registry does not provide it.',
  'launch.imageUnchecked':
    'The image {image} is not on this host, and its registry cannot be reached.',
  'launch.imageUnchecked.remedy':
    'Go on if docker on the host can reach it; otherwise bring it: docker save IMAGE | ssh HOST docker load.',
  'launch.imagePull': 'The image {image} must be pulled first.',
  'launch.imagePull.remedy': 'You can continue: the launch waits for it, up to the start timeout.',
  'launch.imageSpace.remedy': 'Free space, as docker image prune does, or move the data of docker.',
  'launch.dockerWithoutGpus': 'Docker on this host does not seem to have access to GPUs.',
  'launch.detach': 'A detached container cannot be watched.',
  'launch.detach.remedy': 'Remove --detach. The container keeps running without Kneepoint anyway.',
  'launch.restart': 'A container with a restart policy would start again after it was stopped.',
  'launch.restart.remedy': 'Remove --restart.',
  'launch.secretsInOptions':
    'Every user of the host could read {names} among the arguments of docker.',
  'launch.secretsInOptions.remedy': 'Remove it from the options, and give it as a secret.',
  'launch.dockerFails': 'Docker cannot be used: {words}',
  'launch.dockerFails.remedy': 'Try docker version on the host.',
  'launch.stepTooSmall':
    'A step of {tokens} tokens is too small for {sequences} sequences of at least one token each.',
  'launch.promptOverStep':
    'Without chunked prefill, a prompt of up to {length} tokens must fit one step of {step}.',
  'launch.modelLength': 'The model was made for {length} tokens, not {wanted}.',
  'launch.modelLength.remedy': 'Lower --max-model-len, or scale its positions with --hf-overrides.',
  'launch.toolChoice': 'Automatic tool choice needs a parser for the calls of the model.',
  'launch.toolChoice.remedy': 'Set --tool-call-parser to the one made for this model.',
  'launch.adaptersOff': 'Adapters are named, but LoRA is off.',
  'launch.adaptersOff.remedy': 'Turn --enable-lora on.',
  'launch.eager': 'Eager mode turns compilation and CUDA graphs off, whatever the other flags say.',
  'launch.eager.remedy': 'Drop --enforce-eager, or the flags about compilation.',
  'launch.speculation': 'Speculation needs a method or a draft model.',
  'launch.speculation.remedy': 'Add "method", such as "ngram", or "model" to the object.',
  'launch.awq': 'AWQ checkpoints compute in float16, not in bfloat16.',
  'launch.awq.remedy': 'Leave --dtype out or set it to half.',
  'launch.quantizationDiffers': 'The checkpoint is quantized with {found}, not {asked}.',
  'launch.configFile': 'A configuration file would hide the server’s settings.',
  'launch.configFile.remedy': 'Import the file, so that its flags can be seen and compared.',
  'launch.noHttp': 'A server without an HTTP port cannot be watched or measured.',
  'launch.noHttp.remedy': 'Leave --uds, --grpc and --headless out.',
  'launch.portTaken': 'Port {port} is already in use.',
  'launch.portTaken.remedy': 'Choose another one, or none to take a free one.',
  'launch.noSuchGpu': 'There is no GPU {list} on this host.',
  'launch.noSuchGpu.remedy': '`kneepoint host facts` lists its GPUs.',
  'launch.noGpu': 'No GPU was found: {problem}',
  'launch.noGpuListed': 'nvidia-smi shows none.',
  'launch.noGpu.remedy': 'Continue if this vLLM needs none.',
  'launch.noModel': 'There is no model at {path} on this host.',
  'launch.noModel.remedy': 'Check the path: the folder must contain a config.json.',
  'launch.downloadSpace': 'The model must be downloaded, but only {free} MiB are free at {path}.',
  'launch.noProgram': 'There is no program "{program}" on this host.',
  'launch.noProgram.remedy':
    'Install vLLM there, or enter the whole path of its program: the PATH of a launch is not that of your login shell.',
  'launch.notExecutable': '{program} on this host is not executable.',
  'launch.notExecutable.remedy':
    'Make it executable (chmod +x), move it if its file system is mounted with noexec, or enter another program.',
  'launch.noInterpreter':
    'The program names the interpreter {program}, which does not exist on this host.',
  'launch.noInterpreter.remedy':
    'Its environment was moved or removed. Create it again, or enter another one. If it ends in \\r, remove the line ends of Windows: sed -i "s/\\r$//" FILE.',
  'launch.noVllm': 'vLLM is not installed for {program} on this host.',
  'launch.noVllm.remedy': 'Install it there, or enter an environment that has it.',
  'launch.installed': 'Choose an installation of vLLM that the host has: {found}.',
  'launch.noSlurm': 'Jobs cannot be submitted on this host: there is no sbatch.',
  'launch.noSlurm.remedy':
    'Choose the login node of a cluster run by Slurm, or launch without a job.',
  'launch.gpusOfJob': 'Slurm assigns the GPUs of a job and renumbers them.',
  'launch.gpusOfJob.remedy': 'Choose none here, and set "GPUs per node".',
  'launch.otherNodes': 'The server is to span {nodes} nodes, and its options ask for {asked}.',
  'launch.otherNodes.remedy':
    'Set the number of nodes of the job (--nodes of "server launch"), and remove --nodes and --nnodes from the options of sbatch and vLLM.',
  'launch.unevenNodes':
    'Tensor × pipeline × data parallel gives {workers} workers, which {nodes} nodes cannot share evenly.',
  'launch.unevenNodes.remedy':
    'Choose sizes whose product is a multiple of the number of nodes, such as --pipeline-parallel-size with one stage per node.',
  'launch.powerCapOfOne': 'A power cap needs a server on one machine, not a pair or several nodes.',
  'launch.powerCapOfOne.remedy': 'Remove power-cap, or launch one server.',
  'launch.ownRank': 'Kneepoint sets {flags} on each node of a server that spans several.',
  'launch.ownRank.remedy': 'Remove them from the arguments.',
  'launch.nodesInContainers':
    'A server that spans several nodes runs as a program or from a virtual environment, not with docker run.',
  'launch.nodesInContainers.remedy':
    'Choose another runtime, or a custom command that starts the container of your cluster, such as "apptainer exec --nv IMAGE vllm serve".',
  'launch.jobGpusOfNodes':
    'The server needs {needed} GPUs, and the job asks for {count} on each of {nodes} nodes.',
  'launch.jobGpus.remedy': 'Request tensor × pipeline × data parallel GPUs per node.',
  'launch.jobAddress':
    'A job runs on another machine, where {address} cannot be reached from here.',
  'launch.jobAddress.remedy':
    'Listen on 0.0.0.0, and give VLLM_API_KEY as a secret: other users reach the node too.',
  'launch.openServer': 'Anyone who reaches {address} can use the server: it requires no key.',
  'launch.openServer.remedy': 'Listen on 127.0.0.1, or give VLLM_API_KEY as a secret.',
  'launch.gpuMemory.remedy':
    'End what uses them, choose other GPUs, or lower --gpu-memory-utilization.',
  'launch.weights.remedy':
    'Use more GPUs (--tensor-parallel-size), a quantized model, or offload some to the CPU.',
  'launch.kvCache.remedy':
    'Set --max-model-len to {length} or less, or to auto; or take an fp8 KV cache or more GPUs.',
  'launch.kvCacheBytes':
    'The size of the KV cache is given in bytes, so the memory utilization has no effect.',
  'launch.kvCacheBytes.remedy': 'Leave one of the two out.',
  'launch.parallelGpus':
    'Tensor × pipeline × data parallel needs {wanted} GPUs, but the server would see {seen}.',
  'launch.parallelGpus.remedy':
    'Lower one of the three, give the server more GPUs, or spread it over hosts.',
  'launch.unevenHeads':
    "The model's {heads} attention heads cannot be shared by {gpus} GPUs evenly.",
  'launch.unevenHeads.remedy': 'Choose a tensor parallel size that divides the number of heads.',
  'launch.expertsOnOneGpu': 'Experts cannot be spread over a single GPU.',
  'launch.expertsOnOneGpu.remedy':
    'Raise the tensor or data parallel size, or leave expert parallelism off.',
  'launch.rank': 'Rank {rank} does not exist among {count} data parallel ranks.',
  'launch.rank.remedy': 'Ranks count from 0; set the data parallel size to their number.',
  'launch.unknownFlag': 'There is no flag --{name} in this installation.',
  'launch.unknownFlag.remedy': 'Remove it.',
  'launch.didYouMean': 'Did you mean --{flag}?',
  'launch.secretFlag':
    'Every user of the host could read --{flag} among the arguments of the process.',
  'launch.secretFlag.remedy': 'Give it as the secret {name} instead.',
  'launch.flagTooNew': 'vLLM {version} does not accept --{flag}, which came with {since}.',
  'launch.flagGone': 'vLLM {version} does not accept --{flag}, which last existed in {until}.',
  'launch.flagTooNew.remedy': 'Remove it, or use another version.',
  'launch.badValue': '--{flag} must be {wanted}, not {value}.',
  'launch.badValue.remedy': 'Change its value.',
  'launch.onOrOff': 'on or off',
  'launch.wholeNumber': 'a whole number',
  'launch.number': 'a number',
  'launch.oneOf': 'one of {choices}',
  'launch.list': 'a list',
  'launch.atLeast': 'at least {limit}',
  'launch.atMost': 'at most {limit}',
  'launch.ownedOption': 'With {option}, the launch could not find, watch or stop its job.',
  'launch.ownedOption.remedy': 'Remove it from the options of sbatch.',
  'launch.jobRefused.remedy':
    'Check with `sinfo` that Slurm responds and has the partition, and correct the options of the job. `sacctmgr show assoc user=$USER` lists accounts and QOS.',
  'launch.nodesFlag': '{count} nodes (--nodes)',
  'launch.nnodesFlag': '{count} nodes (--nnodes)',
  'launch.jobGpus': 'The server needs {needed} GPUs, and the job asks for {count}.',
  'launch.jobEnded': 'Slurm ended job {id}: {state}{why}.',
  'launch.jobCancelled': 'Slurm ended job {id}: CANCELLED{why}.',
  'launch.unknownLaunch': 'There is no launch {id} on this host.',
  'launch.unknownLaunch.remedy': 'Refresh the list: it may have been removed.',
  'launch.secretsNeeded': 'To launch it again, {names} is needed.',
  'launch.secretsNeeded.remedy': 'Launch it from its profile, where they can be given.',
  'launch.inQueue': 'Waiting in the queue',
  'launch.inQueueBecause': 'Waiting in the queue: {reason}',
  'launch.processesRemain': 'These processes on {host} do not end: {names}.',
  'launch.processesRemain.remedy':
    'They may be waiting for a driver or a disk. Check them on the host.',
  'launch.phase.image': 'Pulling the image',
  'launch.phase.loading': 'Loading vLLM',
  'launch.phase.configuration': 'Reading the configuration',
  'launch.phase.engine': 'Starting the engine',
  'launch.phase.weights': 'Loading weights',
  'launch.phase.profiling': 'Profiling memory',
  'launch.phase.kvCache': 'Sizing the KV cache',
  'launch.phase.graphs': 'Capturing graphs',
  'launch.phase.port': 'Opening its port',
  'launch.notYaml': 'This is not YAML: {why}',
  'launch.tooLong': 'This is {length} characters long.',
  'launch.tooLong.remedy': 'A configuration file of vLLM has fewer than {most}; paste that alone.',
  'launch.unknownProfile': 'There is no launch profile {id}.',
  'launch.notReady.remedy': 'Check again later, or stop it: it holds its GPUs.',
  'launch.ended.remedy': 'Read the end of its log, which shows no known cause.',
  'launch.noFlagsPrinted': '"{program}" on {host} prints no flags.',
  'launch.noFlagsPrinted.remedy': 'Check that it starts: run it on the host with --help.',
  'launch.noFreePort': 'No port is free on {host}.',
  'launch.noFreePort.remedy': 'Stop a program that listens there.',
  'launch.firstRequestFailed': 'The server is up, but its first request failed: {why}',
  'launch.firstRequestFailed.remedy': 'Check its log: the request may have crashed the engine.',
  'launch.noFolder': '{host} has no folder for launches: {why}',
  'launch.noFolder.remedy':
    'Set XDG_DATA_HOME on the host to the absolute path of a folder with space that the account can write.',
  'launch.noJobNumber':
    'sbatch on {host} printed no job number, so the job was cancelled by its name, {name}.',
  'launch.otherThanJobNumber':
    'sbatch on {host} printed no job number, so the job was cancelled by its name, {name}. It printed:\n{said}',
  'launch.noJobNumber.remedy':
    'Check with `squeue --name={name}` that the job is gone. Then let `sbatch --parsable` print the number on a line of its own.',
  'launch.jobUnknown':
    'The number of the job of {id} is unknown, and Slurm does not respond: the job may still run.',
  'launch.jobUnknown.remedy': 'Try again later, or run `scancel --name={name}` on the login node.',
  'launch.jobNotGone': 'Slurm does not confirm that job {id} ended: its state is {state}.',
  'launch.jobNotGone.remedy': 'Check `squeue --job={id}` on the login node, and stop it again.',
  'launch.notAJob': '{id} is not a job.',
  'launch.jobNotRunning': '{id} is not running yet.',
  'launch.valuesNeeded': 'The launch needs a value for {names}.',
  'launch.valuesNeeded.remedy': 'Give it, or remove the name from the profile.',
  'launch.imagePullSize': 'The image {image} must be pulled first: {size} GiB.',
  'launch.imageSpace':
    'The image {image} takes about {size} GiB, and {free} GiB are free where docker keeps images.',
  'launch.gpuMemory':
    'GPU {index} ({name}) has {free} GiB free, the server would claim {wanted} GiB.',
  'launch.weights': 'The weights take {weights} GiB of each GPU, which grants {budget} GiB.',
  'launch.kvCache':
    'One request of full length needs {need} GiB of KV cache on each GPU, but only {left} GiB are left beside the weights.',
  'launch.unknownFlagAnywhere': 'There is no flag --{name} in any known version.',
  'launch.text': 'text',
  'launch.dueTo': ', due to {reason}',
  'launch.phase.start': 'Starting',
  'launch.phase.compile': 'Compiling',
  'launch.phase.lookAtHost': 'Checking the host',
  'launch.phase.lookFor': 'Finding it on its host',
  'launch.nothing': 'none',
  'launch.cdi': 'The container program has no current description of the GPUs (CDI)',
  'launch.cdi.remedy':
    'Run sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml, again after each update of the driver.',
  'launch.containerPath': 'The host has no {path}',
  'launch.containerPath.remedy':
    'Correct the path of the image or of the mounted folder; only docker creates missing folders.',
  'launch.dockerVersion': 'The docker command and its daemon have different versions',
  'launch.dockerVersion.remedy':
    'Set DOCKER_API_VERSION={version} for the server, or update the older of the two.',
  'launch.registryLogin': 'The registry requires a login, or docker cannot read the stored one',
  'launch.registryLogin.remedy':
    'Run docker login on the host. If the line names a docker-credential program, install it or remove credsStore from ~/.docker/config.json.',
  'launch.libraryMismatch': '{library} was built for another version of a library than it finds',
  'launch.libraryMismatch.remedy':
    'Unset LD_LIBRARY_PATH for the server, or take folders of other CUDA and Python versions out of it; if that does not help, install into a new environment.',
  'launch.oldPython': 'The Python of the host is too old for the installed packages',
  'launch.oldPython.remedy': 'Install vLLM into an environment of Python 3.12.',
  'launch.pythonParts': 'The Python of the host was built without its module {name}',
  'launch.pythonParts.remedy':
    'Use the Python of the distribution, of conda or of uv, or install the library of the module and build Python again.',
  'launch.vllmHidden': 'A folder named vllm hides the installed vLLM',
  'launch.vllmHidden.remedy': 'Start it in a folder without one, and unset PYTHONPATH.',
  'launch.serviceDown': 'The service {service} cannot be reached',
  'launch.serviceDown.remedy': 'Start it, and check the address and the firewall.',
  'launch.tlsFiles': 'The certificate or the key of the server cannot be used',
  'launch.tlsFiles.remedy':
    'Check the paths of --ssl-certfile and --ssl-keyfile, and that they belong together.',
  'launch.noPinnedMemory': 'The GPU cannot read the memory of the host, as under WSL',
  'launch.noPinnedMemory.remedy':
    'Start it on Linux itself, or set VLLM_USE_V2_MODEL_RUNNER=0 and leave out flags that offload to the CPU.',
  'launch.ngcKey': 'The registry of NVIDIA (NGC) did not accept the key',
  'launch.ngcKey.remedy': 'Give a valid NGC_API_KEY as a secret; it needs access to the model.',
  'launch.lockedMemory': 'The limit of locked memory is too low for InfiniBand',
  'launch.lockedMemory.remedy':
    'Raise it: ulimit -l unlimited, or --ulimit memlock=-1 of a container.',
  'launch.lineEnds': 'A script has the line ends of Windows',
  'launch.lineEnds.remedy': 'Convert it on the host: sed -i "s/\\r$//" FILE.',
  'launch.userNamespace': 'The host does not let this user start containers',
  'launch.userNamespace.remedy':
    'Have user namespaces (user.max_user_namespaces, /etc/subuid), cgroups v2 or FUSE enabled, or start it on a node of a job.',
  'launch.moduleUnknown': 'The host has no module {name}',
  'launch.moduleUnknown.remedy': 'Run module avail on it, and correct the set-up lines.',
  'launch.activation': 'The environment could not be activated',
  'launch.activation.remedy':
    'The shell reads no profile: first source /etc/profile.d/modules.sh or etc/profile.d/conda.sh of conda in the set-up lines, or launch with --venv FOLDER.',
  'launch.sglangMemory':
    'Lower --mem-fraction-static, --cuda-graph-max-bs, --max-running-requests or --chunked-prefill-size, or turn --disable-cuda-graph on; see what else uses the GPU.',
  'launch.sglangLength':
    'Lower --context-length to the length of the model, or scale its positions with --json-model-override-args.',
  'launch.sglangCompiler':
    "Read the compiler's lines above, or choose another --attention-backend.",
  'launch.sglangFault':
    'Turn --disable-cuda-graph on or choose another --attention-backend, and check dmesg for "Xid".',
  'launch.serverUnexplained':
    'The log has its traceback; search the issues of {server} for this sentence.',
  'launch.unexplainedLine':
    'The lines before it in the log may show more; search for this one with the name of the program that printed it.',
  'launch.timeLimit': 'The scheduler ended the job at its time limit',
  'launch.timeLimit.remedy':
    'Ask for more time, within what the partition allows (sinfo shows it), or stop the server when it is measured.',
  'launch.enginePlan': 'The engine was built with another TensorRT, or for another GPU',
  'launch.enginePlan.remedy': 'Build it again with the installed version, on a GPU of this kind.',
  'launch.otherVersion':
    'Use a newer version of the server, or a model that this version supports.',
  'launch.objectStoreFormat':
    'Add --load-format runai_streamer, which reads object stores, or copy the model to a folder.',
  'launch.llamaMemory':
    'Lower --n-gpu-layers (to use main memory), --ctx-size or --parallel, or take a smaller quantization of the model.',
  'launch.tensorrtMemory':
    'Lower --max_batch_size, --max_num_tokens or --max_seq_len, or change --kv_cache_free_gpu_memory_fraction; see what else uses the GPU.',
  'launch.lmdeployMemory':
    'Lower --cache-max-entry-count, --session-len or --max-batch-size, or raise --tp; see what else uses the GPU.',
  'launch.hybridCache': 'This model needs the hybrid manager of the KV cache, which is turned off',
  'launch.hybridCache.remedy':
    'Drop --disable-hybrid-kv-cache-manager. A KV connector may turn it off too: use one that supports hybrid models, or drop --kv-transfer-config.',
  'launch.worldSize': 'The engine was built for another number of processes than MPI started',
  'launch.worldSize.remedy':
    'Start tensor × pipeline parallel size processes, with mpirun -n or --world_size of launch_triton_server.py, or build the engine again.',
  'launch.rocmDevices':
    'Check rocm-smi and HIP_VISIBLE_DEVICES, and that the user is in the groups video and render. A container needs --device /dev/kfd --device /dev/dri.',
  'launch.raiseSetting': 'Raise {setting} in the environment, or lower --max-model-len.',
  'launch.memFraction':
    'Raise --mem-fraction-static, use more GPUs or a quantized model, or end other processes on the GPU.',
} as const
