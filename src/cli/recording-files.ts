/** Returns the files that a command reads for a name: of a SigMF pair, either file may be named. */
export function recordingFiles(path: string): readonly string[] {
  const pair = /^(.*)\.sigmf-(meta|data)$/.exec(path);
  return pair ? [`${pair[1]}.sigmf-meta`, `${pair[1]}.sigmf-data`] : [path];
}
