// 各命令的说明及其参数；英文写在命令自己的文件里。缺一个参数就是类型错误。
import { hostCommands } from './host-commands.ts'

const lastRun = '最新的运行；若属于某次扫描，则为整次扫描。'
const host = '监听的地址。'
const listenPort = '监听的端口；0 表示任选一个空闲端口。'

export const commandsZh = {
  ...hostCommands,
  'kneepoint bench sweep': {
    about:
      '运行扫描：服务器 × 设置 × 负载 × 重复，内容由 YAML 或 JSON 文件给出（docs/sweeps.md）。每次运行都会保存，图形界面中可见。Ctrl-C 在当前点完成后暂停，再按一次立即结束；两种情况都可用 --resume 继续。退出码：0 全部完成；1 有点失败；2 文件或参数无效；3 没有满足限值的负载；130 暂停或取消。',
    flags: {
      dryRun: '只显示规模与用时，不启动任何东西。',
      resume: '继续一次暂停或中断的扫描，不读 FILE。',
      baseUrl: '要测量的服务器，取代 FILE 中的服务器。',
      gpus: '--base-url 所指服务器的 GPU 数，用于计算单 GPU 数据。',
      serveParams: '要变化的服务器参数，格式同“vllm bench sweep serve”。',
      benchParams: '要变化的压测参数，格式同上；其中的负载取代 FILE 中的负载。',
      linkVars: '只保留两者取值相等的组合：SERVE=BENCH,…',
      outputDir: '存放 CSV 和 JSON 结果的文件夹；不存在则创建。',
    },
  },
  'kneepoint bench sweep serve': {
    about:
      '接受“vllm bench sweep serve”的命令行：在本机以每组设置启动 --serve-cmd 的服务器，用 --bench-cmd 测量，并像“kneepoint bench sweep”一样保存每次运行。退出码与“kneepoint bench sweep”相同。',
    flags: {
      serveCmd: '启动服务器的命令：“vllm serve MODEL …”。',
      benchCmd: '压测的命令：“vllm bench serve …”。',
      afterBenchCmd: '每次运行后执行该命令，而不清空缓存。',
      serveParams: '要变化的服务器参数，格式同“vllm bench sweep serve”。',
      benchParams: '要变化的压测参数，格式同上；其中的负载取代 FILE 中的负载。',
      linkVars: '只保留两者取值相等的组合：SERVE=BENCH,…',
      numRuns: '每种组合的运行次数，各用各的提示词。',
      warmupNumPrompts: '每次运行前先完成的请求数，不计入结果。',
      serverReadyTimeout: '等待服务器就绪的时间。',
      outputDir: '存放各次实验文件夹的文件夹。',
      experimentName: '扫描及其文件夹的名称；默认为当前时间。',
      showStdout: '打印服务器日志和其他命令的输出。',
      continueOnError: '运行或启动失败后继续，而不是暂停。',
      dryRun: '只显示规模与用时，不启动任何东西。',
      resume: '继续名为 --experiment-name 的、已暂停或中断的扫描。',
    },
  },
  'kneepoint simulate': {
    about: '运行 vLLM 的模拟服务器：API 和日志相同，用时按并不存在的 GPU 和模型计算。Ctrl-C 停止。',
    flags: {
      preset: '模拟哪种 GPU 和模型。',
      host,
      port: listenPort,
      startupS: '模拟的启动过程用多久。',
      seed: '用时噪声与文本的随机种子。',
      apiKey: '请求必须携带的密钥。',
      loraModules: '同时提供的 LoRA 适配器，用时与模型本身相同。',
      dataParallelSize: '数据并行的引擎数，每个引擎都有预设的 GPU；请求发往最空闲的引擎。',
      speculativeTokens: '投机解码每次起草的 token 数；0 表示关闭。',
      acceptance: '起草的 token 在其前面都被接受时被接受的概率。',
      reasoningShare: '对话在给出答案前先思考，占输出 token 的这一比例。',
      rejectShare: '以 HTTP 429 拒绝这一比例的请求，由随机种子决定。',
      rejectQueue: '等待的请求超过这个数时，以 HTTP 429 拒绝新请求。',
      retryAfter: '被拒绝时在 Retry-After 头中要求等待的秒数。',
      requestLog: '为每个请求向该文件追加一行 JSON：编号、时间、状态码、token 数、Retry-After。',
      slowDown: '每一步比预设多用百分之几的时间，用来检验能否发现性能下降。',
      enablePromptTokensDetails: '在每个应答的 token 计数中加入提示命中缓存的 token 数。',
      enablePerRequestMetrics: '在每个应答的 token 计数中加入此处测得的排队时间和首 token 延迟。',
      explain: '只说明该预设是什么，并由其模型算出它的真实能力。',
      inputLen: '每个提示词的长度，用于 --explain 给出的容量。',
      outputLen: '每个应答的长度，用于 --explain 给出的容量。',
      tpotLimitMs: '让 --explain 同时给出平均每 token 延迟不超过该值时的容量。',
    },
  },
  'kneepoint web': {
    about:
      '在本机为浏览器提供图形界面并显示其地址；持有该地址的任何人都能使用。Ctrl-C 结束，已测结果会保留。',
    flags: {
      host,
      port: '监听的端口；0 表示沿用上次的端口，或任选一个空闲端口。',
      publicUrl:
        '反向代理之后的图形界面地址，即浏览器中显示的地址，包含路径。代理改写 Host 或以子路径提供界面时需要。',
      newToken: '更换访问令牌，使以前的地址和标签页失效。',
      api: '同时响应脚本：图形界面的各项调用以 HTTP 上的 JSON 提供，见 /api/v1/openapi.json。',
      noOpen: '不打开浏览器。',
    },
  },
  'kneepoint runs': {
    about: '列出已保存的运行，最新的在前。第一列（或名称）可供其他命令指代该运行。',
    flags: {
      find: '只列出名称、模型、服务器或标签中含有这些词的运行。',
      limit: '最多列出多少个。',
      json: '以 JSON 输出，而非表格。',
    },
  },
  'kneepoint paste': {
    about:
      '读取含有压测命令的文本（FILE 或标准输入）：脚本、终端记录、文档、YAML 或问题报告，例如“vllm bench serve”、benchmark_serving.py、' +
      'vllm-bench 或 sglang.bench_serving 的命令；把它打印为“kneepoint bench serve …”，并在标准错误中列出未采用的内容。退出码：0 找到压测命令；2 没有找到。',
    flags: {},
  },
  'kneepoint compare': {
    about:
      '把多次运行与其中第一个比较，或把一次扫描的各组设置按负载与其中一组比较（重复合并计算）：给出差异大小与 99 % 置信区间；双方负载相同且结果可用时给出结论。运行与扫描以 id 开头或名称指代。',
    flags: {
      last: '最新运行所属的扫描；或最新的两次运行。',
      base: '扫描中作为基准的一组设置：表中显示的名称，或其中的词（如某个取值）。不填则为第一组。',
      startSpread:
        '服务器每次启动之间假定的标准差；已存的同配置运行能显示时以其为准。为 0 时只比较这两次运行，对服务器不下结论。',
      csv: '把全部数据另存为该 CSV 文件。',
      json: '把全部数据和结论另存为该 JSON 文件。',
    },
  },
  'kneepoint report': {
    about:
      '把运行和扫描写成一个报告文件：无需联网即可显示图表的网页、Markdown 摘要、表格、vLLM 格式的结果，或可用“kneepoint import”在别处打开的数据包。运行与扫描以 id 开头或名称指代。',
    flags: {
      last: lastRun,
      format:
        'html：网页；md：Markdown；csv：每次运行一行；requests-csv：每个请求一行；series-csv：随时间的采样；json：vLLM 的结果；bundle：全部数据，供另一个 Kneepoint 使用。',
      sign: '用这个 Ed25519 私钥（PEM）为数据包签名。不填则用本 Kneepoint 自己的密钥，首次使用时生成。',
      output: '写到哪里；文件夹则以报告名命名，“-”为标准输出。不填则写到当前文件夹。',
    },
  },
  'kneepoint import': {
    about:
      '读取“vllm bench serve”及其前身各版本的结果文件：单个结果、追加的结果、列表，以及 PyTorch 格式的记录。每个结果成为一次标为“导入”的运行。“kneepoint report --format bundle”写出的数据包会连同其扫描和运行的全部数据一并导入。',
    flags: {},
  },
  'kneepoint verify': {
    about:
      '检查数据包而不导入：是否与签名时一致、由哪个密钥签名；由文件中的请求重新计算每个指标；并说明哪些指标只能采信。数据包被改动或有指标与请求不符时以 1 退出。',
    flags: {
      key: '要求由此密钥签名，例如 SHA256:47DE…。',
      json: '输出 JSON 而不是文字。',
    },
  },
  'kneepoint export': {
    about:
      '把运行写成文件，每次一个，文件名与“vllm bench serve”一致。运行以“kneepoint runs”列出的 id 开头或名称指代。',
    flags: {
      format:
        'vLLM 的结果文件（含或不含每个请求）、请求表、运行期间服务器与 GPU 的采样表，或 llm-d 的 benchmark_report 0.2。',
      outputDir: '文件所在的文件夹；不存在则创建。',
    },
  },
  'kneepoint db check': {
    about: '通读数据库并说明其内容；有任何损坏则以 1 退出。不做任何修改，图形界面可以开着。',
    flags: {},
  },
  'kneepoint db backup': {
    about:
      '把数据库复制到一个尚不存在的文件并检查副本；图形界面可以开着，运行也可以在进行。恢复时，请在没有打开图形界面时用它替换数据库。',
    flags: {},
  },
  'kneepoint db repair': {
    about: '把无法读取的条目另存到数据库旁的文件中，再修复或移除，其余条目不受影响。请先关闭窗口。',
    flags: {},
  },
  'kneepoint db vacuum': {
    about: '重写数据库，收回已删除的运行占用的空间。请先关闭图形界面；期间磁盘需要容纳两份副本。',
    flags: {},
  },
  'kneepoint calibrate': {
    about:
      '向一台确知每个 token 写出时刻的自带服务器加压，显示本客户端带来的误差：流数与每秒事件数逐步增加，直到一方跟不上。需要一两分钟，期间请勿使用本机。结果会保存，供以后的运行参照。',
    flags: {
      streams: '依次同时打开多少个流。',
      eventRates: '所有流合计每秒发送多少事件。',
      server: '基准服务器：C 版（需要编译器和 Linux），或作为替代的 JavaScript 版。',
      crossCheck: '改为比较自带的传输与 undici：在各流数和最低事件速率下，两者轮流发送同样的负载。',
      json: '输出 JSON 而不是表格。',
    },
  },
  'kneepoint doctor': {
    about:
      '检查本机是否适合做测量：Node 与原生软件包、数据库、文件数与端口限制、CPU 核、定时器、代理、模型 Hub、SSH，并逐项给出处理办法。Kneepoint 有部分不能工作时以 1 退出。',
    flags: {
      json: '以 JSON 输出检查结果。',
      clearPrepared: '先删除为以后的运行保存的已准备好的负载。',
    },
  },
  'kneepoint completions': {
    about:
      '输出补全脚本，可补全命令、参数及其取值、运行和主机的名称。脚本开头几行说明它应放在哪里。',
    flags: {},
  },
  'kneepoint record': {
    about:
      '把请求转发给服务器并传回响应，同时记录每个请求的到达时间、长度以及与其他提示共享的开头，写成可用 --dataset-name timed_trace 重放的轨迹。让客户端改连所打印的地址；按 Ctrl-C 结束录制。',
    flags: {
      upstream: '请求转发到的服务器，例如 http://gpu1:8000。',
      host,
      port: listenPort,
      output: '轨迹文件，不得已存在。',
      withText: '同时写入提示文本，供 --dataset-name custom 使用；其中可能有隐私。',
    },
  },
  'kneepoint demo': {
    about: '启动模拟服务器，以四种请求速率压测，并显示拐点。不到一分钟。',
    flags: {
      outputDir: '存放所写文件的文件夹；不存在则创建。',
      search: '随后在拐点两侧的速率之间继续搜索，再用一分钟左右。',
    },
  },
}
