// Failures because of the host: its port, its driver, its GPUs, its installation.
import type { FailurePattern } from './failure-pattern.ts'

export const hostFailures: readonly FailurePattern[] = [
  {
    id: 'port-taken',
    pattern:
      /\[Errno 98\].*(?:already in use|bind)|EADDRINUSE|port is already allocated|listen tcp.*: bind: address already in use/,
    title: 'The port is taken',
    remedy: 'Choose another port, or none to take a free one.',
  },
  {
    id: 'gpus-cannot-talk',
    pattern: /NCCL error|ncclSystemError|ncclUnhandledCudaError|ncclInternalError|DistBackendError/,
    title: 'The GPUs could not talk to each other (NCCL)',
    remedy:
      'In a container give it more shared memory (--ipc=host); else launch with NCCL_DEBUG=INFO and read why, or try ' +
      '--disable-custom-all-reduce.',
  },
  {
    id: 'driver-too-old',
    pattern:
      /NVIDIA driver on your system is too old|provided PTX was compiled with an unsupported toolchain|cudaErrorUnsupportedPtxVersion|forward compatibility was attempted/,
    title: 'The NVIDIA driver is too old for this build',
    remedy: 'Update the driver, or install vLLM built for its CUDA version.',
  },
  {
    id: 'no-gpu',
    pattern:
      /Failed to infer device type|No CUDA GPUs are available|Found no NVIDIA driver|libcuda\.so\.1|CUDA driver initialization failed|no CUDA-capable device is detected/,
    title: 'It sees no GPU',
    remedy: 'Check nvidia-smi and CUDA_VISIBLE_DEVICES, and that torch was built for CUDA.',
  },
  {
    id: 'no-kernel',
    pattern: /no kernel image is available for execution on the device/,
    title: 'The build has no code for this GPU',
    remedy: 'Install a build that supports its compute capability.',
  },
  {
    id: 'builds-mismatch',
    pattern: /undefined symbol|ImportError: .*vllm\/_C/,
    title: 'vLLM and torch were not built for each other',
    remedy: 'Install vLLM afresh into an environment of its own.',
  },
  {
    id: 'no-vllm',
    pattern:
      /vllm: (?:command )?not found|No such file or directory: '?\S*vllm'?|No module named '?vllm/,
    title: 'vLLM is not installed there',
    remedy:
      'Name the program or the environment that has it; `kneepoint host facts` lists what was found.',
  },
  {
    id: 'gpu-fault',
    pattern: /illegal memory access|device-side assert triggered|\bXid\b/,
    title: 'The GPU reported a fault',
    remedy: 'Try --enforce-eager or another attention backend, and look into dmesg for "Xid".',
  },
]
