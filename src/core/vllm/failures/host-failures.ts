// Failures because of the host: its port, its driver, its GPUs, its installation.
import type { FailurePattern } from './failure-pattern.ts'

export const hostFailures: readonly FailurePattern[] = [
  {
    id: 'power-cap-outside',
    pattern: /power cap: (?<watts>\d+) W is outside (?<least>\d+) W to (?<most>\d+) W of GPU/,
    text: 'failures.powerCapOutside',
  },
  {
    id: 'power-cap-refused',
    pattern: /power cap: the host does not allow to set the limit of GPU/,
    text: 'failures.powerCapRefused',
  },
  {
    id: 'power-cap-missing',
    pattern: /power cap: (?:nvidia-smi reports no power limits|the limit of GPU \S+ cannot be set)/,
    text: 'failures.powerCapMissing',
  },
  {
    id: 'port-taken',
    pattern:
      /\[Errno 98\].*(?:already in use|bind)|EADDRINUSE|port is already allocated|listen tcp.*: bind: address already in use/,
    text: 'failures.portTaken',
  },
  {
    id: 'gpus-cannot-talk',
    pattern: /NCCL error|ncclSystemError|ncclUnhandledCudaError|ncclInternalError|DistBackendError/,
    text: 'failures.nccl',
  },
  {
    id: 'driver-too-old',
    pattern:
      /NVIDIA driver on your system is too old|provided PTX was compiled with an unsupported toolchain|cudaErrorUnsupportedPtxVersion|forward compatibility was attempted/,
    text: 'failures.driverForBuild',
  },
  {
    id: 'no-gpu',
    pattern:
      /Failed to infer device type|No CUDA GPUs are available|Found no NVIDIA driver|libcuda\.so\.1|CUDA driver initialization failed|no CUDA-capable device is detected/,
    text: 'failures.noGpu',
  },
  {
    id: 'no-kernel',
    pattern: /no kernel image is available for execution on the device/,
    text: 'failures.gpuArchitecture',
  },
  {
    id: 'builds-mismatch',
    pattern: /undefined symbol|ImportError: .*vllm\/_C/,
    text: 'failures.torchMismatch',
  },
  {
    id: 'no-vllm',
    pattern:
      /vllm: (?:command )?not found|No such file or directory: '?\S*vllm'?|No module named '?vllm/,
    text: 'failures.noVllm',
  },
  {
    id: 'gpu-fault',
    pattern: /illegal memory access|device-side assert triggered|\bXid\b/,
    text: 'failures.gpuFault',
  },
]
