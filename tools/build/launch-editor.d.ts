declare module 'launch-editor' {
  /** Opens a file. Reports to `onError` if no editor is found, or if it fails. */
  const launchEditor: (
    place: string,
    onError: (file: string, error: string | null) => void,
  ) => void;
  export = launchEditor;
}
