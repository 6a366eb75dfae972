/**
 * Puts a value into a map as its newest; where that has too many then, the oldest is forgotten.
 *
 * @param most how many it holds
 */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
