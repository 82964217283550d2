// Failures of the installation: libraries, packages, compilers.
import type { FailurePatterns } from './failure-pattern.ts'

/** Names to install of modules that are named otherwise. */
const packageNames: Readonly<Record<string, string>> = {
  ...{ pkg_resources: "'setuptools<81'", distutils: 'setuptools', cv2: 'opencv-python-headless' },
  ...{
    PIL: 'pillow',
    yaml: 'pyyaml',
    zmq: 'pyzmq',
    pynvml: 'nvidia-ml-py',
    sklearn: 'scikit-learn',
  },
  ...{ grpc: 'grpcio', cutlass: 'nvidia-cutlass-dsl', tvm_ffi: 'apache-tvm-ffi' },
  mooncake: 'mooncake-transfer-engine',
}

function packageOf(name: string): string {
  const module = name.split('.', 1)[0] ?? name
  return packageNames[module] ?? name
}

export const installationFailures: FailurePatterns = {
  'system-library': {
    pattern:
      /version `?(?<library>(?:GLIBC|GLIBCXX|CXXABI)_[\d.]+)'? not found|(?<wheel>manylinux\S+) is not a supported wheel/,
    text: 'failures.systemLibrary',
    params: ({ library }) => ({ library: library ?? 'GLIBC' }),
  },
  'system-library-of-vllm': {
    id: 'system-library',
    pattern: /Failed to import from vllm.*version `(?<library>[\w.]+)' not found/,
    text: 'failures.systemLibrary',
    refines: 'builds-mismatch',
  },
  'library-mismatch': {
    pattern:
      /(?<library>lib(?!torch|c10)[\w+-]+\.so[\w.]*): undefined symbol: (?!\S*(?:2at|3c10|5torch))|(?<of>CUDNN|CUBLAS)_STATUS_(?:\w*VERSION_MISMATCH|INVALID_VALUE|NOT_SUPPORTED)/,
    text: 'launch.libraryMismatch',
    params: ({ library, of = '' }) => ({ library: library ?? of }),
  },
  'python-too-old': {
    pattern:
      /unsupported operand type\(s\) for \|: '\w+' and|requires a different Python|unexpected keyword argument '(?:slots|kw_only)'|cannot import name '\w+' from 'typing'|No module named 'tomllib'/,
    text: 'launch.oldPython',
  },
  'python-parts': {
    pattern: /No module named '(?<name>_(?:lzma|ctypes|sqlite3|bz2|ssl|zlib|posixshmem|uuid))'/,
    text: 'launch.pythonParts',
  },
  'vllm-hidden': {
    pattern: /from 'vllm' \(unknown location\)|module 'vllm' has no attribute/,
    text: 'launch.vllmHidden',
  },
  'builds-mismatch': {
    pattern:
      /undefined symbol|\bvllm(?:\.|\/|\\)_(?:moe_)?C\b|'_OpNamespace'|common_ops library|PyTorch and torchvision were compiled with different|operator (?:_(?:moe_)?C|torchvision)::\w+ does not exist|_ZN3c10|libtorch\S*: cannot open shared object file|partially initialized module 'torch/,
    text: 'failures.torchMismatch',
  },
  'shared-library': {
    id: 'cuda-library',
    pattern:
      /(?:error while loading shared libraries|Failed to import from vllm.*?): ?"?(?<library>lib\S+?): cannot open shared object file/,
    text: 'failures.cudaLibrary',
    isPrinted: true,
  },
  'cuda-library': {
    pattern:
      /(?<library>lib[\w+-]+\.so\S*?): cannot open shared object file|failed to open (?<other>lib[\w+-]+\.so[\w.]*\w)|[Ff]ailed to load (?:NCCL|CUDA) library/,
    text: 'failures.cudaLibrary',
    params: ({ library, other = 'CUDA' }) => ({ library: library ?? other }),
  },
  'module-unknown': {
    pattern:
      /module\(s\) are unknown: "?(?<name>[^"\s]+)|Unable to locate a modulefile for '(?<other>[^']+)'/,
    text: 'launch.moduleUnknown',
    params: ({ name, other }) => ({ name: name ?? other ?? '' }),
    isPrinted: true,
  },
  'environment-not-activated': {
    pattern:
      /Run 'conda init' before|(?:conda|module|source|micromamba): (?:command )?not found|\bactivate: No such file/,
    text: 'launch.activation',
    isPrinted: true,
    refines: 'no-vllm',
  },
  'no-vllm': {
    pattern:
      /vllm: (?:command )?not found|No such file or directory: '?\S*vllm(?![\w.])'?|Failed to spawn: `?vllm|No module named '?vllm(?!\._)/,
    text: 'failures.noVllm',
    isPrinted: true,
  },
  'interpreter-missing': {
    pattern: /bad interpreter: No such file/,
    text: 'failures.interpreter',
    isPrinted: true,
  },
  'no-c-compiler': {
    pattern:
      /Failed to find C compiler|\b(?:gcc|g\+\+|cc|clang): (?:command )?not found|No such file or directory: '(?:\S*\/)?(?:gcc|g\+\+|cc|c\+\+|clang)'|InvalidCxxCompiler|No working C\+\+ compiler/,
    text: 'failures.noCompiler',
    isPrinted: true,
  },
  'no-python-headers': {
    pattern: /Python\.h: No such file|Python\.h' file not found/,
    text: 'failures.pythonHeaders',
    isPrinted: true,
  },
  'no-cuda-toolkit': {
    pattern:
      /(?:nvcc|NVCC)(?: compiler)?:?(?: command)? not found|[Ii]nstall the CUDA [Tt]oolkit|No such file or directory: '\S*(?:nvcc|ninja)'|CUDA_HOME (?:environment variable )?is not set|Could not find (?:`?nvcc`?|CUDA)|Ninja (?:binary )?is required|cannot find -l(?:cu|nv)\w+|missing and no known rule to make it|fatal error: (?:cu|nv|thrust\/|cub\/|nccl)[\w/]*\.h\w*: No such file|ptxas.*not found/,
    text: 'failures.cudaToolkit',
    isPrinted: true,
  },
  'compile-failed': {
    pattern:
      /nvcc fatal|ninja: build stopped|CppCompileError|fatal error: \S+: No such file|Error building extension|CalledProcessError: Command .*(?:gcc|nvcc|ninja|c\+\+|g\+\+)/,
    text: 'failures.compileFailed',
    strength: 'vague',
  },
  'tokenizer-package': {
    pattern:
      /sentencepiece or tiktoken|SentencePiece and Tiktoken failed|have sentencepiece installed|requires the (?:SentencePiece|protobuf|tiktoken)|[Cc]ouldn't instantiate the backend tokenizer|`?(?:sentencepiece|tiktoken|protobuf)`? is (?:required|not installed)|No module named '(?:sentencepiece|tiktoken|google)/,
    text: 'failures.tokenizerPackage',
  },
  'package-missing': {
    pattern:
      /No module named '(?!_)(?<name>[\w.]+)'|not found in your environment: (?<needed>[\w, -]+)|[Pp]lease (?:install|upgrade) (?:(?:or|and) \w+ )?(?:the )?`?(?!(?:the(?: same)?|packages?|it|them|same)\b|CUDA [Tt]oolkit|[^\n]*pip install (?:-\S+ )*[`'"]?\w)(?<wanted>vllm\[\w+\]|[\w-]+)|(?:requires|needs) (?:the )?(?!following)`?(?<other>\w+)`? (?:library|package)|requires (?<backend>[\w-]+) to be installed|pip install (?:-\S+ )*[`'"]?(?<piped>\w[\w[\]-]*)|\b(?<missing>\w+)`? is not installed|(?<absent>NIXL|LMCache|DeepEP) is not available/,
    text: 'failures.packageMissing',
    params: ({ name, needed, wanted, other, backend, piped, missing, absent }) => ({
      name:
        needed ??
        packageOf(
          name ?? wanted ?? other ?? backend ?? piped ?? missing ?? absent?.toLowerCase() ?? '',
        ),
    }),
  },
  'package-versions': {
    pattern:
      /version \([\d.]+\S*\) does not match \S+ version|cannot import name|Descriptors cannot (?:not )?be created directly|numpy\.core\.multiarray|compiled using NumPy|numpy\.dtype size changed|_ARRAY_API not found|Numba needs NumPy|DistributionNotFound|VersionConflict|is required for a normal functioning|partially initialized module|is already used by a Transformers config|duplicate template name|Unrecognized configuration class|\w(?:Config|Tokenizer|TokenizerFast|Processor)'?(?: object)? has no attribute|has no attribute '\w+' \(most likely due to a circular import\)|AttributeError: module '(?:transformers|numpy|torch|triton|flashinfer|pydantic|xformers)|got an unexpected keyword argument|is incompatible with|requires (?:transformers|torch|numpy|triton)[ <>=]/,
    text: 'failures.packageVersions',
  },
  'package-versions-of-tokens': {
    id: 'package-versions',
    pattern: /'list' object has no attribute 'keys'/,
    text: 'failures.packageVersions',
    raisedBy: /special_tokens|tokenization_utils/,
  },
}
