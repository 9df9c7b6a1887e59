export function InspectorFrame() {
  return null;
}
