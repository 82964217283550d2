// What keeps prompts from being made, in Chinese: datasets, the hub, tokenizers, bodies of requests. By the English
// sentence, as in `launch-problems.ts`.
export const workloadProblemsZh: Readonly<Record<string, string>> = {
  'max-model-len {length} leaves no request: the shortest has {shortest} tokens, prompt and output together':
    'max-model-len {length} 使所有请求都被舍去：最短的也有 {shortest} 个 token（提示词与输出合计）',
  'Raise it, or lower the input or output length.': '请提高它，或降低输入或输出长度。',
  'the tokenizer does not bring a cached prefix to {length} tokens':
    '分词器无法将缓存前缀调整到 {length} 个 token',
  'Choose another seed, other lengths or another tokenizer.': '请更换种子、长度或分词器。',
  '{+path} is empty': '{+path} 是空的',
  'the dataset {+path} cannot be read: {+why}': '无法读取数据集 {+path}：{+why}',
  'Check that the path names a file you may read.': '请确认该路径是您有权读取的文件。',
  '{+path} cannot be unpacked: {+why}': '无法解压 {+path}：{+why}',
  'Download or copy the file again.': '请重新下载或复制该文件。',
  'reading the dataset was cancelled': '数据集的读取已取消',
  'preparing the workload was cancelled': '负载的准备已取消',
  'Mend or remove this entry.': '请修正或删除该条目。',
  'Mend or remove this row.': '请修正或删除该行。',
  'the {name} dataset is read from a file': '{name} 数据集需从文件读取',
  'Give its path with --dataset-path.': '请用 --dataset-path 给出其路径。',
  'the {name} dataset needs a tokenizer': '{name} 数据集需要分词器',
  'Drop --skip-tokenizer-init; only custom datasets can do without one.':
    '请去掉 --skip-tokenizer-init；只有 custom 类数据集可以不用分词器。',

  '{+where}, line {line}: this is not a JSON array of objects':
    '{+where} 第 {line} 行：这不是由对象组成的 JSON 数组',
  'Give a JSON array of conversations, as ShareGPT files hold.':
    '请给出由对话组成的 JSON 数组，格式与 ShareGPT 文件相同。',
  'Give a JSON array of conversations.': '请给出由对话组成的 JSON 数组。',
  '{+path} ends at line {line} inside its JSON array':
    '{+path} 在第 {line} 行中断，JSON 数组没有结束',
  'The file is truncated; download or copy it again.': '文件不完整；请重新下载或复制。',
  'a quote is never closed': '引号没有闭合',
  'Close it; quotes inside quotes are written twice.': '请闭合引号；引号内的引号要写两个。',
  '{+path} cannot be read as Parquet: {+why}': '无法按 Parquet 读取 {+path}：{+why}',
  '{+path} is of no format that is known here': '不支持 {+path} 的格式',
  'Give a file whose name ends in {+endings}.': '请给出扩展名为 {+endings} 的文件。',

  '{+path} has no row of GPT-4 with an answer': '{+path} 中没有带回答的 GPT-4 行',
  'Give a CSV file of the BurstGPT trace.': '请给出 BurstGPT 轨迹的 CSV 文件。',
  'there is no column {+name}': '没有 {+name} 列',
  'Give a CSV file of the BurstGPT trace, with its first line.':
    '请给出含首行的 BurstGPT 轨迹 CSV 文件。',
  '{+cell} is not a number of tokens': '{+cell} 不是 token 数',
  'SpecBench files hold objects with "turns" (a list of texts) and "category".':
    'SpecBench 文件由含 "turns"（文本列表）和 "category" 的对象组成。',
  'SPEED-Bench files hold objects with "messages" (a list of {"content": "…"}) and "category".':
    'SPEED-Bench 文件由含 "messages"（{"content": "…"} 的列表）和 "category" 的对象组成。',
  '{+path} has no question of category {+category}': '{+path} 中没有类别为 {+category} 的问题',
  '{+path} has no question': '{+path} 中没有问题',
  'Check the path and the category; categories are compared letter by letter.':
    '请检查路径和类别；类别须逐字相同。',
  'ShareGPT files hold objects with "conversations": [{"value": "…"}, {"value": "…"}, …].':
    'ShareGPT 文件由含 "conversations": [{"value": "…"}, {"value": "…"}, …] 的对象组成。',
  '{+path} has no conversation of usable length': '{+path} 中没有长度合适的对话',
  'Prompts need 4 to 1024 tokens, prompt and answer together at most 2048.':
    '提示词须为 4 到 1024 个 token，提示词与回答合计不超过 2048。',
  '{file} is not in this folder': '当前目录没有 {file}',
  'Give its path with --dataset-path, or download it from the dataset {id}.':
    '请用 --dataset-path 给出其路径，或从数据集 {id} 下载。',
  'Give it one line of verse per line.': '请在每行写一句诗。',
  'Give it one JSON object per line.': '请在每行写一个 JSON 对象。',
  'Name the fields of your trace with the --timed-trace-label flags.':
    '请用 --timed-trace-label 系列参数指明轨迹的字段。',
  'Rows of a custom dataset are objects with a "prompt" text.':
    '自定义数据集的每行是一个含 "prompt" 文本的对象。',
  'Give each row an "output_tokens" integer, or pass --custom-output-len.':
    '请为每行给出整数 "output_tokens"，或使用 --custom-output-len。',
  'Rows are objects with "audio", the path of a sound file, and perhaps a "prompt".':
    '每行是一个对象，含 "audio"（音频文件路径），并可含 "prompt"。',
  'Rows are {"prompt": "…", "image_files": ["…"]}, or {"content": […]} of parts of type text, image and image_url.':
    '每行写作 {"prompt": "…", "image_files": ["…"]}，或 {"content": […]}，其各部分的类型为 text、image 或 image_url。',
  '{+path} is not a picture of a known kind': '无法识别图片 {+path} 的格式',
  'the picture {+path} cannot be had: {+why}': '无法取得图片 {+path}：{+why}',
  'Mend the path or address, or leave fetching to the server.':
    '请修正路径或地址，或交由服务器获取。',
  'must be a picture: its bytes, a path or an address': '必须是图片：内容、路径或地址',
  'must be a sound file: its bytes or a path': '必须是音频文件：内容或路径',
  '{+path} is not a sound file of a known kind': '无法识别音频文件 {+path} 的格式',
  'Give WAV, FLAC, Ogg (Vorbis or Opus) or MP3 files.':
    '请给出 WAV、FLAC、Ogg（Vorbis 或 Opus）或 MP3 文件。',
  'the recording {+path} cannot be read: {+why}': '无法读取录音 {+path}：{+why}',
  'Mend the path; one that is not absolute begins where the dataset lies.':
    '请修正路径；相对路径以数据集所在位置为起点。',

  'Give it filetype, num_conversations, text_files, prompt_input (num_turns, num_tokens) and prompt_output (num_tokens).':
    '请给出 filetype、num_conversations、text_files、prompt_input（num_turns、num_tokens）和 prompt_output（num_tokens）。',
  'the text files of {+path} are empty': '{+path} 的文本文件是空的',
  'Name texts that hold something.': '请指定有内容的文本。',
  'conversations made of texts have no recorded answers': '由文本生成的对话没有记录的回答',
  'Leave --multi-turn-history at answers.': '请让 --multi-turn-history 保持 answers。',
  '{+path} has no conversation of at least {turns} turns': '{+path} 中没有不少于 {turns} 轮的对话',
  'Lower --multi-turn-min-turns, or give a file of longer conversations.':
    '请降低 --multi-turn-min-turns，或给出含更长对话的文件。',
  'Give each conversation "messages": [{"role": "user", "content": "…"}, …], or "conversations": [{"from": "human", "value": "…"}, …].':
    '每个对话须含 "messages": [{"role": "user", "content": "…"}, …]，或 "conversations": [{"from": "human", "value": "…"}, …]。',
  'must be constant (value), uniform (min, max), lognormal (average, or mean and sigma), zipf (alpha) or poisson (alpha)':
    '必须是 constant（value）、uniform（min、max）、lognormal（average，或 mean 与 sigma）、zipf（alpha）或 poisson（alpha）',
  'must not be above max': '不能大于 max',

  'there is no dataset at {+path}': '{+path} 没有数据集',
  'Give a file, a folder, or the id of a dataset of the hub.':
    '请给出文件、目录，或 Hub 上数据集的名称。',
  'the folder {+path} cannot be read: {+why}': '无法读取目录 {+path}：{+why}',
  'Check that you may read it.': '请确认您有权读取。',
  'the card {+path} cannot be understood: {+why}': '无法解析说明文件 {+path}：{+why}',
  'Mend its header, or give the file to read itself.': '请修正其文件头，或直接给出要读取的文件。',
  'the dataset has no file of rows for {+split}': '该数据集没有 {+split} 的数据文件',
  'Give --hf-split one of: {+splits}.': '--hf-split 可选：{+splits}。',
  'Give a folder or file of .json, .jsonl, .csv or .parquet, and the right --hf-subset.':
    '请给出 .json、.jsonl、.csv 或 .parquet 的目录或文件，以及正确的 --hf-subset。',
  'there is no file {file} in the dataset': '数据集中没有文件 {file}',
  'Give --bfcl-categories some of: {+categories}.': '--bfcl-categories 可选：{+categories}。',
  'Give the id of the leaderboard, or a folder that holds such files.':
    '请给出该排行榜数据集的名称，或含此类文件的目录。',
  '{+id} has no row that can be used': '{+id} 中没有可用的行',
  'Rows are left out by their lengths or durations; see the flags of this dataset.':
    '行会因长度或时长而被舍弃；请查看该数据集的参数。',
  '{+id} is no dataset that is known here': '此处不认识数据集 {+id}',
  'Name the dataset it is a copy of with --hf-name.': '请用 --hf-name 指明它是哪个数据集的副本。',
  'the hub does not show it to everybody': 'Hub 不公开提供',
  'Set HF_TOKEN to a token that may read it; gated ones have to be asked for on their page.':
    '请把 HF_TOKEN 设为有权读取的令牌；受限资源需先在其页面申请。',
  'the hub has none of that name and revision': 'Hub 上没有该名称和版本',
  'Check the id, which is written ORG/NAME or ORG/NAME@REVISION, or give a path.':
    '请检查名称（写作 ORG/NAME 或 ORG/NAME@REVISION），或给出路径。',
  'Try again later, or give a path.': '请稍后重试，或给出路径。',
  '{endpoint} cannot be reached ({+why}), and it is not kept here':
    '无法访问 {endpoint}（{+why}），本地也没有缓存',
  'Copy it to this machine and give its path, or set HF_ENDPOINT to a mirror that can be reached.':
    '请把它复制到本机并给出路径，或把 HF_ENDPOINT 设为可访问的镜像站。',

  'no tokenizer is found at {+path}': '{+path} 没有分词器',
  'Give a tokenizer.json, a folder that holds one, or the id of a model on the hub; without --tokenizer the server is asked.':
    '请给出 tokenizer.json、含它的目录，或 Hub 上的模型名；不填 --tokenizer 则询问服务器。',
  'no tokenizer for {+model} on this machine, and the server does not stand in: {+why}':
    '本机没有 {+model} 的分词器，服务器也不能代替：{+why}',
  "Pass --tokenizer with a folder that holds the model's tokenizer.json, or --prompt-token-ids with the random dataset.":
    '请用 --tokenizer 给出含该模型 tokenizer.json 的目录，或对 random 数据集使用 --prompt-token-ids。',
  'the size of the vocabulary cannot be had from {url}': '无法从 {url} 得知词表大小',
  '{url} cannot be reached: {+why}': '无法访问 {url}：{+why}',
  'Check that the server runs and that the address is right.': '请确认服务器在运行且地址正确。',
  '{url} gave an answer of another shape': '{url} 返回了其他格式的回答',
  "the model's chat template cannot be used: {+why}": '无法使用模型的对话模板：{+why}',
  'Pass --skip-chat-template to send the prompts as they are.':
    '请使用 --skip-chat-template 原样发送提示词。',
  'the model has no chat template to put the prompts into': '模型没有可套用的对话模板',
  'Pass --skip-chat-template where the dataset allows it, or name a tokenizer that has a template.':
    '若数据集允许，请使用 --skip-chat-template，或指定带模板的分词器。',
  'model {+name} has no tokenizer that can be read': '模型 {+name} 没有可读取的分词器',
  'Name a model whose repository has a tokenizer.json, or let the server count.':
    '请指定其仓库含 tokenizer.json 的模型，或由服务器计数。',
  '{+name} has no tekken.json': '{+name} 没有 tekken.json',
  'Leave --tokenizer-mode out, and a tokenizer.json is read; without --tokenizer as well, the server counts.':
    '去掉 --tokenizer-mode 则读取 tokenizer.json；再去掉 --tokenizer 则由服务器计数。',
  '--tokenizer-mode deepseek_v32 cannot write chats with {+what} here':
    '--tokenizer-mode deepseek_v32 在此处无法书写含 {+what} 的对话',
  'how Mistral writes {+what} is not known here': '此处不知道 Mistral 如何书写 {+what}',
  'Pass --skip-chat-template to send the prompts as they are, or --tokenizer with a tokenizer.json.':
    '请使用 --skip-chat-template 原样发送提示词，或用 --tokenizer 给出 tokenizer.json。',
  'it is not known how {name} splits texts': '不知道 {name} 如何切分文本',
  'Known are {+names}; else leave --tokenizer out, and the server counts.':
    '已支持 {+names}；否则请去掉 --tokenizer，由服务器计数。',
  '{+path} is not valid: {+why}': '{+path} 无效：{+why}',
  "Copy the model's tokenizer files again.": '请重新复制模型的分词器文件。',
  '{+path} cannot be read: {+why}': '无法读取 {+path}：{+why}',
  "Give the model's own tokenizer.json, or a folder that holds it.":
    '请给出模型自己的 tokenizer.json，或含它的目录。',

  'random-input-len {length} leaves prompts without a token: the tokenizer adds {added} of its own and the range ratio takes up to {share} % off':
    'random-input-len 为 {length} 时提示词会没有 token：分词器自己添加 {added} 个，长度浮动最多减去 {share} %',
  'Raise the input length or the prefix length, or lower the range ratio.':
    '请提高输入长度或前缀长度，或降低长度浮动。',
  'random-input-len leaves a text to rank without a token':
    '按 random-input-len，待排序的文本会没有 token',
  'Raise the input length or lower the range ratio.': '请提高输入长度，或降低长度浮动。',
  'sonnet-input-len {length} has no room for lines: instruction and chat template take {taken} tokens':
    'sonnet-input-len 为 {length} 时放不下诗句：指令与对话模板占 {taken} 个 token',
  'Raise it well above {taken}.': '请提高到明显大于 {taken}。',
  '{count} prompts in a row were longer than sonnet-input-len {length}':
    '连续 {count} 个提示词长于 sonnet-input-len（{length}）',
  'Raise it, or lower the prefix length of {length}.': '请提高它，或降低前缀长度（{length}）。',

  'This backend takes recordings; the dataset holds none.': '该 API 接受录音，而数据集中没有。',
  'Choose a dataset of recordings, or another backend.': '请选择录音数据集，或其他 API。',
  'Infinity embeds one text or one picture, not {+what}.':
    'Infinity 每次嵌入一条文本或一张图片，而不是 {+what}。',
  'an empty prompt': '空提示词',
  '{count} pictures in one request': '一个请求 {count} 张图片',
  'Choose another dataset, or a chat-shaped embeddings backend.':
    '请选择其他数据集，或对话形式的嵌入 API。',
  'A request to rank needs a query and documents.': '排序请求需要查询和文档。',
  'Choose the random-rerank dataset.': '请选择 random-rerank 数据集。',
  'This backend takes text; token ids cannot be sent to it.':
    '该 API 只接受文本，不能发送 token id。',
  'Choose a completions backend, or a tokenizer that turns the ids into text.':
    '请选择补全 API，或能把 token id 转成文本的分词器。',
  'Name the dataset it is a copy of with --hf-name, or give another file.':
    '请用 --hf-name 指明它是哪个数据集的副本，或给出其他文件。',
  'Give a CSV file with the columns {+columns} and {+last}.':
    '请给出含 {+columns} 和 {+last} 列的 CSV 文件。',
}
