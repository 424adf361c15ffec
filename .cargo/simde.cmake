# Gives CMake's FetchContent the `simde` headers of Debian's libsimde-dev, in
# place of a download: it wants a source folder that contains `simde/`.
set(simde_source "${CMAKE_BINARY_DIR}/simde-source")
file(MAKE_DIRECTORY "${simde_source}")
file(CREATE_LINK /usr/include/simde "${simde_source}/simde" SYMBOLIC)
set(FETCHCONTENT_SOURCE_DIR_SIMDE "${simde_source}" CACHE PATH "simde headers")
