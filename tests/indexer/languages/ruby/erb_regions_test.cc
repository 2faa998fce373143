#include "languages/ruby/erb_regions.h"

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

std::string RubyIn(std::string_view bytes) {
  SourceRegions regions;
  ReadErb(bytes, regions);
  return regions.text();
}

TEST(ErbRegions, AreTheCodeOfTagsOneStatementEach) {
  EXPECT_EQ(RubyIn("<p><%= total %></p><% if paid? -%>yes<% end %>"),
            " total \n if paid? \n end \n");
  EXPECT_EQ(RubyIn("<%- items.each do |item| -%><%== item %><%- end -%>"),
            " items.each do |item| \n item \n end \n");
}

TEST(ErbRegions, LeaveOutCommentsAndEscapedMarks) {
  EXPECT_EQ(RubyIn("<%# total %><%% total %>"), "");
  EXPECT_EQ(RubyIn("<%= \"50%%>\" %>"), " \"50%%>\" \n");
}

TEST(ErbRegions, GoOnToTheEndOfTheFileWhereATagDoesNotEnd) {
  EXPECT_EQ(RubyIn("<%= total"), " total\n");
  EXPECT_EQ(RubyIn("<%"), "\n");
  EXPECT_EQ(RubyIn("<p>100%</p>"), "");
}

TEST(ErbRegions, KeepTheirPlaces) {
  SourceRegions regions;
  ReadErb("<p>\n<%= total %>", regions);
  EXPECT_EQ(regions.FileByteOf(1), 8U);
}

}  // namespace
}  // namespace waymark::indexer
