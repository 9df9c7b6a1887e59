export function ConsoleFrame() {
  return null;
}
