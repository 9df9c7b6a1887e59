export function DrawRoomPage() {
  return null;
}
