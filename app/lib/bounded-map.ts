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

/** A map's value of a key; one that it has not is made, and put into it as its newest. @param most how many it holds */
export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, most: number, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  setNewest(map, key, made, most);
  return made;
}
