/** A place on Earth, in degrees: north and east are positive. */
export type Place = { latitude: number; longitude: number };

/** Where every line starts: the agency's city (§1). */
export const noida: Place = { latitude: 28.57, longitude: 77.32 };

/** The first of the others: the globe names it. */
export const singapore: Place = { latitude: 1.35, longitude: 103.82 };

/** Cities in the four regions of §1, far enough from each other to be told apart on a small map. */
const asiaPacific = {
  singapore,
  tokyo: { latitude: 35.68, longitude: 139.69 },
  sydney: { latitude: -33.87, longitude: 151.21 },
};
const europe = {
  london: { latitude: 51.51, longitude: -0.13 },
  stockholm: { latitude: 59.33, longitude: 18.07 },
};
const northAmerica = {
  toronto: { latitude: 43.65, longitude: -79.38 },
  sanFrancisco: { latitude: 37.77, longitude: -122.42 },
  mexicoCity: { latitude: 19.43, longitude: -99.13 },
};
const middleEast = {
  riyadh: { latitude: 24.71, longitude: 46.68 },
  muscat: { latitude: 23.59, longitude: 58.41 },
};

/** What the map of the regions shows. */
export const mapCities: readonly Place[] = [asiaPacific, europe, northAmerica, middleEast].flatMap((region) =>
  Object.values<Place>(region),
);

/** What the globe shows: fewer, since two lines with one bearing would cover each other. North America is over its edge. */
export const globeCities: readonly Place[] = [
  asiaPacific.singapore,
  asiaPacific.tokyo,
  asiaPacific.sydney,
  europe.london,
  europe.stockholm,
  middleEast.riyadh,
  northAmerica.toronto,
  northAmerica.sanFrancisco,
];
