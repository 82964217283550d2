// What stands in the blanks of other sentences, most often why something failed, in Chinese: by the English words.
export const reasonWordsZh: Readonly<Record<string, string>> = {
  'nothing listens there': '那里没有程序监听',
  'no such host': '没有该主机',
  'the connection was cut': '连接被切断',
  'the connection timed out': '连接超时',
  'it took longer than 10 seconds': '耗时超过 10 秒',
  'no known content': '未知内容',
  'no answer': '没有应答',
  'no answer within {seconds} s': '{seconds} 秒内没有应答',
  'given up': '已放弃',
  'it was given up': '已放弃',
  'it closed the connection': '它关闭了连接',
  'exit code {code}': '退出码 {code}',
  'it ended with code {code}': '它以退出码 {code} 结束',
  'it is no file': '它不是文件',
  'it includes more than {count} files': '它包含超过 {count} 个文件',
  'the answer was {+status}': '应答为 {+status}',
  'there is no file {+path}': '没有文件 {+path}',
  'is not as it should be': '不符合要求',

  'its content-length is {length}': '其 content-length 为 {length}',
  'it begins with {+text}': '其开头为 {+text}',
  'it is a record of TLS; use https://': '这是 TLS 记录；请使用 https://',
  'it is a frame of HTTP/2; let the server or its proxy speak HTTP/1.1':
    '这是 HTTP/2 帧；请让服务器或其代理使用 HTTP/1.1',
  'its head is longer than 64 KiB': '其头部超过 64 KiB',
  'it wants to change the protocol': '它要求更换协议',
  'a chunk begins with {+text} instead of its size in hexadecimal digits':
    '某个分块以 {+text} 开头，而不是十六进制的长度',
  'a chunk begins with {+text} instead of at most {count} digits':
    '某个分块以 {+text} 开头，而不是至多 {count} 位数字',
  'a chunk is longer than its size: {+text} follows its end':
    '某个分块超过其长度：其末尾之后还有 {+text}',

  'the model': '该模型',
  'any split': '任何划分',
  'a picture': '图片',
  'sound inside of a message': '消息中的声音',
  'a chat with pictures or sound': '含图片或声音的对话',
  tools: '工具',
  'images or sound': '图片或声音',
  'messages of the role {role}': '角色 {role} 的消息',
  'a chat in which {who} speaks': '由 {who} 发言的对话',
  'chats with a tekken.json of version {version}': '{version} 版 tekken.json 的对话',
  '{count} nodes (--nodes)': '{count} 个节点（--nodes）',
  '{count} nodes (--nnodes)': '{count} 个节点（--nnodes）',
  'this computer': '本机',
}
