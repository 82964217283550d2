// Failures caused by the host: its port, driver, GPUs or installation.
import { message } from '#core/messages/message.ts'
import type { FailurePatterns } from './failure-pattern.ts'

export const hostFailures: FailurePatterns = {
  'power-cap-outside': {
    pattern: /power cap: (?<watts>\d+) W is outside (?<least>\d+) W to (?<most>\d+) W of GPU/,
    text: 'failures.powerCapOutside',
    isPrinted: true,
  },
  'power-cap-refused': {
    pattern: /power cap: the host does not allow to set the limit of GPU/,
    text: 'failures.powerCapRefused',
    isPrinted: true,
  },
  'power-cap-missing': {
    pattern: /power cap: (?:nvidia-smi reports no power limits|the limit of GPU \S+ cannot be set)/,
    text: 'failures.powerCapMissing',
    isPrinted: true,
  },
  'port-taken': {
    pattern:
      /\[Errno (?:98|48)\]|EADDRINUSE|port is already allocated|[Aa]ddress already in use|[Pp]ort \d+ is (?:already )?(?:in use|occupied|taken|not available)|Only one usage of each socket address|couldn't bind HTTP server socket/,
    text: 'failures.portTaken',
    isPrinted: true,
  },
  'tls-files': {
    pattern: /\[Errno \d+\]|SSLError/,
    text: 'launch.tlsFiles',
    raisedBy: /load_cert_chain/,
  },
  'no-pinned-memory': {
    pattern: /UVA is not available|operation not supported on this OS/,
    text: 'launch.noPinnedMemory',
  },
  'port-of-service': {
    pattern: /VLLM_PORT '.*appears to be a URI|invalid literal for int\(\) with base 10: 'tcp:/,
    text: 'failures.portOfService',
  },
  'no-user-name': {
    pattern: /getpwuid\(\): uid not found|No username set in the environment/,
    text: 'failures.noUserName',
  },
  'open-files': {
    pattern: /[Tt]oo many open files|EMFILE|\[Errno 24\]/,
    text: 'failures.openFiles',
  },
  'shared-memory': {
    pattern: /(?:NCCL WARN|Error while creating) .*\/dev\/shm/,
    text: 'failures.sharedMemory',
    isPrinted: true,
    refines: 'gpus-cannot-talk',
  },
  'shared-memory-of-torch': {
    id: 'shared-memory',
    pattern:
      /\/dev\/shm|shm_open|shared memory segment|shared memory.*No space|(?:resize|allocate|map).{0,20}shared memory|unable to (?:open|mmap|write).*(?:shm|torch_\d)|psm_\w+|out of shared memory|insufficient shared memory|DataLoader worker .*killed by signal: Bus/,
    text: 'failures.sharedMemory',
  },
  'shared-memory-full': {
    id: 'shared-memory',
    pattern: /No space left on device|\[Errno 28\]/,
    text: 'failures.sharedMemory',
    raisedBy: /shared_memory|shm_|_posixshmem/,
  },
  'disk-quota': { pattern: /Disk quota exceeded|\[Errno 122\]/, text: 'failures.diskQuota' },
  'read-only': { pattern: /Read-only file system|\[Errno 30\]/, text: 'failures.readOnly' },
  'file-system': {
    pattern:
      /\[Errno 5\]|Input\/output error|\[Errno 116\]|Stale file handle|\[Errno 107\]|Transport endpoint is not connected/,
    text: 'failures.fileSystem',
  },
  'windows-line-ends': {
    pattern:
      /\^M: bad interpreter|[‘']\S*\\r['’]: (?:No such file|command not found)|: not found\r?\^M/,
    text: 'launch.lineEnds',
    isPrinted: true,
  },
  'no-interpreter': {
    id: 'no-program',
    pattern: /(?<!python[\d.]*): bad interpreter: No such file/,
    text: 'failures.noProgram',
    isPrinted: true,
  },
  'not-a-program': {
    id: 'not-executable',
    pattern: /cannot execute(?: binary file)?: (?:Exec format error|required file not found)/,
    text: 'failures.notExecutable',
    isPrinted: true,
  },
  'disk-full': {
    pattern:
      /No space left on device|\[Errno 28\]|No usable temporary directory|Not enough free disk space/,
    text: 'failures.diskFull',
  },
  'port-forbidden': {
    pattern:
      /\[Errno 13\].*(?:bind|port)|bind.*[Pp]ermission denied|listen tcp.*: bind: permission denied/,
    text: 'failures.portForbidden',
    isPrinted: true,
  },
  'port-forbidden-in-bind': {
    id: 'port-forbidden',
    pattern: /\[Errno 13\]/,
    text: 'failures.portForbidden',
    raisedBy: /\.bind\(|create_server_socket|create_server\(/,
  },
  'address-not-here': {
    pattern:
      /\[Errno 99\]|[Cc]annot assign requested address|EADDRNOTAVAIL|ZMQError: No such device/,
    text: 'failures.addressNotHere',
  },
  'address-unknown': {
    pattern: /gaierror|\[Errno -[235]\]|Name or service not known|nodename nor servname/,
    text: 'failures.addressNotHere',
    raisedBy: /\.bind\(|create_server_socket|getaddrinfo.*host.*port/,
  },
  'socket-path-long': {
    pattern: /ipc path .*is longer than (?<most>\d+) characters|AF_UNIX path too long/,
    text: 'failures.socketPath',
  },
  'process-limit': {
    pattern:
      /can't start new thread|pthread_create|[Rr]esource temporarily unavailable|\[Errno 11\]/,
    text: 'failures.processLimit',
  },
  'driver-mismatch': {
    pattern:
      /Error 803|unsupported display driver|[Dd]river\/library version mismatch|NVML: Driver|LibRmVersionMismatch/,
    text: 'failures.driverMismatch',
  },
  'fabric-down': {
    pattern: /Error 802|system not yet initialized|cudaErrorSystemNotReady|[Ff]abric ?[Mm]anager/,
    text: 'failures.fabric',
  },
  'gpu-hardware': {
    pattern:
      /[Uu]ncorrectable (?:NVLink |ECC )|\bECC error|cudaErrorECCUncorrectable|\bXid\b|fallen off the bus|GPU is lost|GPU requires reset/,
    text: 'failures.gpuHardware',
    isPrinted: true,
  },
  'gpu-missing': {
    pattern:
      /invalid device ordinal|Invalid device id|device_id.*out of range|Invalid device string|No such device|device < num_gpus|NVMLError_InvalidArgument/,
    text: 'failures.gpuMissing',
  },
  'gpu-mig': {
    pattern: /\bMIG\b|invalid literal for int\(\) with base 10: '(?:MIG|GPU)-/,
    text: 'failures.mig',
  },
  'gpu-busy': {
    pattern:
      /(?:devices?|device\(s\)) is\/are busy|cudaErrorDevicesUnavailable|memory capacity is unbalanced|CUDA-capable device\(s\)|Device acquire failed|TPU.*already in use|[Dd]evice or resource busy/,
    text: 'failures.gpuBusy',
  },
  'fp8-unsupported': {
    pattern:
      /type fp8\w* not supported|fp8e4\w* .*not supported|[Ff][Pp]8.*(?:only supported|not supported|requires|unsupported).*(?:capability|GPU|device|architecture|CUDA)|torch\.float8_\w+.*not supported/,
    text: 'failures.noFp8',
  },
  'kernel-memory': {
    pattern: /out of resource: shared memory/,
    text: 'failures.kernelMemory',
  },
  'no-kernel': {
    pattern:
      /no kernel image is available|invalid device function|sm_\w+ is not compatible|cudaErrorNoKernelImageForDevice|not compiled for this (?:GPU|arch)|named symbol not found|device kernel image is invalid|No compiled \w+ .*(?:kernel for SM|for .*capability)|does not support (?:the )?current device|No supported CUDA architectures|\bcutlass_\w+.*Error Internal|rocBLAS error: .*for GPU arch|hipErrorNoBinaryForGpu/,
    text: 'failures.gpuArchitecture',
    isPrinted: true,
  },
  'toolkit-too-old': {
    pattern:
      /is not defined for option 'gpu-name'|nvcc fatal\s*: Unknown option|SM \d+\.x requires CUDA >=|Unsupported gpu architecture '(?<arch>\w+)'|PTX codegen error|NVCC version should be/,
    text: 'failures.toolkitTooOld',
    isPrinted: true,
  },
  'driver-too-old': {
    pattern:
      /NVIDIA driver on your system is too old|provided PTX was compiled with an unsupported toolchain|cudaErrorUnsupportedPtxVersion|forward compatibility was attempted|CUDA driver version is insufficient|cudaErrorInsufficientDriver/,
    text: 'failures.driverForBuild',
  },
  'no-gpu-of-rocm': {
    id: 'no-gpu',
    pattern: /No HIP GPUs are available|no ROCm-capable device is detected|\/dev\/kfd\b/,
    text: 'failures.noGpu',
    remedy: () => message('launch.rocmDevices'),
    isPrinted: true,
  },
  'no-gpu': {
    pattern:
      /Failed to infer device type|No CUDA GPUs are available|Found no NVIDIA driver|libcuda\.so\.1|CUDA driver initialization failed|no CUDA-capable device is detected|Device string must not be empty|Torch not compiled with CUDA enabled|CUDA unknown error|No platform detected|NVMLError_(?:LibraryNotFound|DriverNotLoaded)/,
    text: 'failures.noGpu',
  },
  'gpu-fault': {
    pattern:
      /illegal memory access|an illegal instruction was encountered|device-side assert triggered|unspecified launch failure|CUBLAS_STATUS_(?!INVALID_VALUE|NOT_SUPPORTED)\w+|misaligned address|previous error during capture/,
    text: 'failures.gpuFault',
  },
}
