/** Search from anywhere. */
export const SearchBox = () => null;
