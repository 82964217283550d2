// What is wrong with a field, in Chinese: by the English sentence the rules and schemas of core say it in, in which
// `{name}` stands for whatever is said there.
export const problemsZh: Readonly<Record<string, string>> = {
  'is missing': '不能缺少',
  'must not be empty': '不能为空',
  'must be above {limit}': '必须大于 {limit}',
  'must be below {limit}': '必须小于 {limit}',
  'must be at least {limit}': '不能小于 {limit}',
  'must be at most {limit}': '不能大于 {limit}',
  'must be at least {least} and below {limit}': '必须不小于 {least} 且小于 {limit}',
  'must be keyed by {form}': '的键应写作 {form}',
  'must begin with {text}': '必须以 {text} 开头',
  'holds *** in place of a secret, which no run keeps; change it first and give it again':
    '中的密钥已被 *** 代替（运行不保存密钥）；请先修改并重新填写',
  'must be an address that begins with http:// or https://':
    '必须是以 http:// 或 https:// 开头的地址',
  '{flag} takes a JSON object, not {text}.': '{flag} 需要一个 JSON 对象，而不是 {text}。',
  '{flag} takes {form}, not {text}.': '{flag} 的写法是 {form}，而不是 {text}。',

  'must be at least 1 (only datasets of whole prompts take 0 for "all rows")':
    '不能小于 1（只有含完整提示词的数据集可用 0 表示“全部行”）',
  'takes two result files, the base first, as in --compare before.json after.json':
    '需要两个结果文件，基线在前，例如 --compare before.json after.json',
  'cannot be combined with --sweep-max-concurrency; vary one of the two, or both with kneepoint bench sweep':
    '不能与 --sweep-max-concurrency 同时使用；请只改变其一，或用 kneepoint bench sweep 同时改变两者',
  'cannot be combined with a sweep, which measures each load once; kneepoint bench sweep repeats each load':
    '不能与参数扫描同时使用（每个负载只测一次）；kneepoint bench sweep 可重复测量每个负载',
  'multiplies each value of --sweep-max-concurrency; add that flag, or use --num-prompts':
    '会乘以 --sweep-max-concurrency 的每个值；请加上该参数，或改用 --num-prompts',
  'adds columns to the table of a sweep; add --sweep-max-concurrency or --sweep-request-rate, or use --metric-percentiles':
    '用于给参数扫描的表格加列；请加上 --sweep-max-concurrency 或 --sweep-request-rate，或改用 --metric-percentiles',
  'lists a value twice; list each once, or repeat one load with --num-runs':
    '同一个值列了两次；每个值只列一次，或用 --num-runs 重复同一负载',
  'this dataset makes its own prompts; drop the path or choose another dataset':
    '该数据集自行生成提示词；请去掉路径，或选择其他数据集',
  'this dataset is read from a file, or hf from the hub; give its path or name':
    '该数据集从文件读取（hf 也可来自 Hub）；请给出路径或名称',
  'must not exceed the number of prompts: every prefix needs one':
    '不能超过提示词数：每个前缀至少需要一个',
  'must be above 0 where prefixes are empty, else prompts have no token':
    '前缀为空时必须大于 0，否则提示词没有 token',
  'has no effect on this dataset; use the output length named after it, if it has one':
    '对该数据集无效；若有以其命名的输出长度，请使用那一项',
  'spec_bench always goes into the chat template, as in the original; leave this off':
    '与原版一致，spec_bench 总是套用对话模板；请关闭此项',
  'reaches the template of custom and speed_bench only, where it is not skipped':
    '仅在未跳过模板时对 custom 和 speed_bench 生效',
  'this dataset has no times of its own; leave it out, or choose timed_trace':
    '该数据集没有自己的时间；请留空，或选择 timed_trace',
  'requests leave at the times of the trace; drop rate and ramp, or self-timing':
    '请求按轨迹中的时间发出；请去掉速率与爬升，或关闭记录时间',
  'a timed trace is sent as token ids, which this backend does not take; choose completions':
    '定时轨迹以 token id 发送，该 API 不接受；请选择 completions',
  'must be below 1, else lengths could be 0; of --compat only vllm-0.7 and 2024 take 1':
    '必须小于 1，否则长度可能为 0；--compat 中只有 vllm-0.7 和 2024 接受 1',
  'is one number for both lengths in that era of --compat':
    '在该 --compat 时期，两种长度共用一个数',
  'vLLM dropped it in 2025; of --compat only vllm-0.7 and 2024 send it':
    'vLLM 于 2025 年移除；--compat 中只有 vllm-0.7 和 2024 会发送',
  'that era of --compat knows no ramp; drop one of the two':
    '该 --compat 时期没有爬升；请去掉其中之一',
  'token ids can be sent for the random dataset only, and not to every backend':
    '只有 random 数据集能发送 token id，且并非所有 API 都接受',
  '{backend} talks to {path}; set the endpoint to that or choose another backend':
    '{backend} 使用 {path}；请把端点设为它，或选择其他 API',
  'must not hold a name or password; send an Authorization header instead':
    '不得包含用户名或密码；请改用 Authorization 请求头',
  'would end the run before its duration is over; raise it or shorten the duration':
    '会在设定时长之前结束运行；请调大该时限或缩短时长',
  'a ramp sets the rate itself; leave the request rate at inf':
    '爬升自行决定速率；请将请求速率保持为 inf',
  'a ramp needs both a start and an end rate': '爬升需要起始速率和结束速率',
  'a ramp rises: the start rate must not exceed the end rate':
    '爬升只能上升：起始速率不能超过结束速率',
  'a ramp starts above 0, else its first request would never leave':
    '爬升须从大于 0 开始，否则第一个请求永远不会发出',

  'its client knew no {backend} yet; choose vllm-0.27 or later':
    '该时期的客户端还没有 {backend}；请选择 vllm-0.27 或更晚的版本',
  'must be 1: {backend} takes one prompt to a request':
    '必须为 1：{backend} 每个请求只接受一个提示词',
  'its lists of texts go to vllm-rerank, or to a backend that embeds lists':
    '其文本列表只能发给 vllm-rerank，或能嵌入列表的 API',
  'this backend ranks documents for a query; choose random-rerank':
    '该 API 按查询给文档排序；请选择 random-rerank',
  'has no effect on this dataset; leave it off, or choose random-rerank':
    '对该数据集无效；请关闭，或选择 random-rerank',
  'must be at least 2 with --no-reranker: the query is one of the texts':
    '使用 --no-reranker 时不能小于 2：查询也是其中一条文本',
  'is not sent to rerank, as in the original; drop it': '与原版一致，不会发给 rerank；请去掉',
  'can only limit e2el here: answers of this backend have no tokens':
    '此处只能限制 e2el：该 API 的回答没有 token',
  'has no effect on this backend, which generates nothing; leave it out':
    '该 API 不生成内容，此项无效；请留空',

  'pictures and films are sent as parts of chat messages; choose openai-chat':
    '图片和视频作为对话消息的一部分发送；请选择 openai-chat',
  'recordings are sent to be written down; choose openai-audio':
    '录音发送后用于转写；请选择 openai-audio',
  'has no effect on this dataset, which brings nothing to be seen or heard in a chat':
    '该数据集不含可在对话中看或听的内容，此项无效',
  'is about the pictures of custom_image; leave it off for other datasets':
    '仅针对 custom_image 的图片；其他数据集请关闭',
  'needs at least one size with a weight above 0': '至少需要一个权重大于 0 的尺寸',
  'asks for more items than the limits per prompt allow; lower it or raise the limits':
    '超过每个提示词允许的数量；请调低，或提高上限',

  '{backend} is sent no sampling parameters; put what it knows into the extra body, or choose another backend':
    '不会向 {backend} 发送采样参数；请把它支持的写入附加请求体，或选择其他 API',
  '{backend} always ends where the model ends; leave this off':
    '{backend} 总是在模型结束处结束；请关闭此项',
  'a {backend} server does not tell what it serves; name the model':
    '{backend} 服务器不会说明所服务的模型；请填写模型名',
  'must name the dataset that {id} is a copy of: its rows are not known here':
    '请写明 {id} 是哪个数据集的副本：此处不认识它的行',
  'must be given for this dataset, as in the original; most have "train"':
    '与原版一致，该数据集必须给出此项；多数有“train”',
  'functions to call are sent with chat messages; choose openai-chat':
    '可调用的函数随对话消息发送；请选择 openai-chat',
  'must not be below the least distance, else no row is left': '不能小于最小距离，否则没有剩下的行',
  'must not be below the shortest length, else no recording is left':
    '不能小于最短长度，否则没有剩下的录音',

  'at rate inf nothing would hold requests back; give a request rate or a limit on concurrency':
    '速率为 inf 时没有什么限制请求；请给出请求速率或并发上限',
  'a ramp and the times of a trace tell themselves when a run ends; drop one of the two':
    '爬升和轨迹的时间自行决定何时结束；请去掉其中之一',
  'that era of --compat is not followed where nothing is generated; vllm-0.27 is':
    '不生成内容时不支持该 --compat 时期；vllm-0.27 支持',
  'can only limit e2el here: answers of this backend come in one piece':
    '此处只能限制 e2el：该 API 的回答一次性返回',
  'a probe is one short text, and this backend hears recordings; drop it':
    '探测请求是一条短文本，而该 API 只接受录音；请去掉',
  'a probe is one short text, which rerank does not take; drop it':
    '探测请求是一条短文本，rerank 不接受；请去掉',
  'a tokenizer has a vocabulary of its own; only prompts of token ids are told one':
    '分词器有自己的词表；只有 token id 提示词才需要指定',
  'would leave turns out of conversations; lower their number or their lengths instead':
    '会从多轮对话中舍去部分轮次；请改为减少轮数或缩短长度',
  'must be above 0 where a share of prompts is cached (random-cache-hit-fraction); 0.95 caches 95 % of each of them':
    '有提示词命中缓存时（random-cache-hit-fraction）必须大于 0；0.95 表示每条的 95 % 来自缓存',
  'must be above 0 where a part of prompts is cached (random-cache-ratio); 0.8 caches 80 % of the prompts':
    '提示词有缓存部分时（random-cache-ratio）必须大于 0；0.8 表示 80 % 的提示词命中缓存',
  'needs prompts of token ids, so that prefixes are equal id for id; add --prompt-token-ids with the random dataset':
    '需要 token id 提示词，前缀才能逐 id 相同；请对 random 数据集加上 --prompt-token-ids',
  'the cached prefix takes its place; leave it at 0': '缓存前缀已取代它；请保持为 0',
  'prompts with a cached prefix are sent one by one; leave it at 1':
    '带缓存前缀的提示词逐条发送；请保持为 1',
  'prompts with a cached prefix are drawn from the vocabulary of the tokenizer; drop it':
    '带缓存前缀的提示词取自分词器的词表；请去掉此项',
  'says from when on to profile; add --profile, or drop it':
    '说明从何时开始性能剖析；请加上 --profile，或去掉此项',
  'counts from a batch of --profile-batch-threshold requests; add that, or drop this to profile the whole run':
    '从达到 --profile-batch-threshold 个请求时起计；请加上它，或去掉此项以剖析整个运行',
  'conversations are sent as chat messages; choose openai-chat':
    '多轮对话以对话消息发送；请选择 openai-chat',
  'clients of that era sent one message and no conversations; choose a later one':
    '该时期的客户端只发一条消息，没有多轮对话；请选择更晚的时期',
  'asks for more turns than conversations may have; lower it or raise the most turns':
    '要求的轮数超过对话允许的轮数；请降低它或提高最多轮数',
  'made-up conversations have no recorded answers; leave it at answers':
    '自行生成的对话没有记录的回答；请保持 answers',
  'needs a load that is the same all along: a request rate or a limit on concurrency, no ramp, trace or conversation':
    '需要始终相同的负载：请求速率或并发上限，且没有爬升、轨迹或多轮对话',
  '{backend} writes recordings down; choose a dataset of recordings':
    '{backend} 用于转写录音；请选择录音数据集',
  'requests to {backend} name no model, and so no adapter; drop it':
    '发给 {backend} 的请求不写模型，也就没有适配器；请去掉',
}
