# Gives CMake's FetchContent the `simde` headers of this machine, in place of a download: it wants a source
# folder that contains `simde/`. The default paths are not set yet in a toolchain file; the last two are those
# of Homebrew on ARM and MacPorts.
find_path(simde_include simde/wasm/simd128.h NO_CMAKE_FIND_ROOT_PATH
  PATHS ENV CPATH /usr/include /usr/local/include /opt/homebrew/include /opt/local/include)
if(NOT simde_include)
  message(FATAL_ERROR "The simde headers, 0.7.4 or newer, are missing: `make doctor` has the package")
endif()
set(simde_source "${CMAKE_BINARY_DIR}/simde-source")
file(MAKE_DIRECTORY "${simde_source}")
file(CREATE_LINK "${simde_include}/simde" "${simde_source}/simde" SYMBOLIC)
set(FETCHCONTENT_SOURCE_DIR_SIMDE "${simde_source}" CACHE PATH "simde headers")
