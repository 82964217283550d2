// Failures because of the host: its port, its driver, its GPUs, its installation.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const hostFailures: readonly FailurePattern[] = [
  {
    id: 'port-taken',
    pattern:
      /\[Errno 98\].*(?:already in use|bind)|EADDRINUSE|port is already allocated|listen tcp.*: bind: address already in use/,
    title: message('failures.portTaken'),
    remedy: message('failures.portTaken.remedy'),
  },
  {
    id: 'gpus-cannot-talk',
    pattern: /NCCL error|ncclSystemError|ncclUnhandledCudaError|ncclInternalError|DistBackendError/,
    title: message('failures.nccl'),
    remedy: message('failures.nccl.remedy'),
  },
  {
    id: 'driver-too-old',
    pattern:
      /NVIDIA driver on your system is too old|provided PTX was compiled with an unsupported toolchain|cudaErrorUnsupportedPtxVersion|forward compatibility was attempted/,
    title: message('failures.driverForBuild'),
    remedy: message('failures.driverForBuild.remedy'),
  },
  {
    id: 'no-gpu',
    pattern:
      /Failed to infer device type|No CUDA GPUs are available|Found no NVIDIA driver|libcuda\.so\.1|CUDA driver initialization failed|no CUDA-capable device is detected/,
    title: message('failures.noGpu'),
    remedy: message('failures.noGpu.remedy'),
  },
  {
    id: 'no-kernel',
    pattern: /no kernel image is available for execution on the device/,
    title: message('failures.gpuArchitecture'),
    remedy: message('failures.gpuArchitecture.remedy'),
  },
  {
    id: 'builds-mismatch',
    pattern: /undefined symbol|ImportError: .*vllm\/_C/,
    title: message('failures.torchMismatch'),
    remedy: message('failures.torchMismatch.remedy'),
  },
  {
    id: 'no-vllm',
    pattern:
      /vllm: (?:command )?not found|No such file or directory: '?\S*vllm'?|No module named '?vllm/,
    title: message('failures.noVllm'),
    remedy: message('failures.noVllm.remedy'),
  },
  {
    id: 'gpu-fault',
    pattern: /illegal memory access|device-side assert triggered|\bXid\b/,
    title: message('failures.gpuFault'),
    remedy: message('failures.gpuFault.remedy'),
  },
]
